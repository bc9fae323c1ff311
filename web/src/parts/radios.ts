// Keys of a group of radio buttons: arrows choose, Tab leaves the group.

export function radios(group: HTMLElement): { destroy: () => void } {
  function pressed(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = [...group.querySelectorAll<HTMLElement>('[role="radio"]')];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (by === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = all[(at + by + all.length) % all.length]!;
    next.click();
    next.focus();
  }
  group.addEventListener("keydown", pressed);
  return { destroy: () => group.removeEventListener("keydown", pressed) };
}
