// What a user has chosen: kept in the browser.

export type Theme = "system" | "dark" | "light";

function kept<T>(name: string, usual: T): T {
  try {
    const text = localStorage.getItem(`gametree.${name}`);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
  }
}

function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`gametree.${name}`, JSON.stringify(value));
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
}

class Settings {
  theme: Theme = $state(kept<Theme>("theme", "system"));
  sound: boolean = $state(kept("sound", false));
  /** Whether the thinking is shown: to who watches or looks back, and to who plays. */
  thinking: boolean = $state(kept("thinking", true));
  thinkingInPlay: boolean = $state(kept("thinkingInPlay", false));
  overlay: boolean = $state(kept("overlay", true));
  light: boolean = $state(false);

  constructor() {
    const system = matchMedia("(prefers-color-scheme: light)");
    const paint = () => {
      this.light = this.theme === "light" || (this.theme === "system" && system.matches);
      document.documentElement.dataset.theme = this.light ? "light" : "dark";
    };
    system.addEventListener("change", paint);
    $effect.root(() => {
      $effect(paint);
      $effect(() => keep("theme", this.theme));
      $effect(() => keep("sound", this.sound));
      $effect(() => keep("thinking", this.thinking));
      $effect(() => keep("thinkingInPlay", this.thinkingInPlay));
      $effect(() => keep("overlay", this.overlay));
    });
    paint();
  }

  /** Dark where it is light now, and the other way round. */
  turnTheme(): void {
    this.theme = this.light ? "dark" : "light";
  }
}

export const settings = new Settings();
