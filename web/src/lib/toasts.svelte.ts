// Short notices: refusals, warnings, what has been copied.

export interface Toast {
  id: number;
  kind: "bad" | "good" | "plain";
  text: string;
}

class Toasts {
  all: Toast[] = $state([]);
  #next = 1;

  add(text: string, kind: Toast["kind"] = "plain"): void {
    const same = this.all.find((each) => each.text === text);
    if (same !== undefined) this.drop(same.id);
    const toast = { id: this.#next++, kind, text };
    this.all = [...this.all.slice(-2), toast];
    setTimeout(() => this.drop(toast.id), 3000 + 50 * text.length);
  }

  drop(id: number): void {
    this.all = this.all.filter((each) => each.id !== id);
  }
}

export const toasts = new Toasts();
