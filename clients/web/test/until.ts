import { effect } from "@preact/signals";

/** Resolves when signals say so; fails after a while. */
export function until(condition: () => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    let dispose = () => {};
    const timer = setTimeout(() => {
      dispose();
      reject(new Error(`never happened: ${condition}`));
    }, 5000);
    dispose = effect(() => {
      if (!condition()) return;
      clearTimeout(timer);
      queueMicrotask(() => {
        dispose();
        resolve();
      });
    });
  });
}
