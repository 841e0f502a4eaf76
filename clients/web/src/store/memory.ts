// What the browser remembers between visits. Storage may be full or forbidden: then nothing is remembered.

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`pentad.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`pentad.${key}`);
    else localStorage.setItem(`pentad.${key}`, value);
  } catch {
    // Nothing to do: the player is a new guest next time.
  }
}
