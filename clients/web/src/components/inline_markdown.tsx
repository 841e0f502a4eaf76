import type { ComponentChild } from "preact";

const inlinePattern = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|_[^_\s][^_]*_(?!\w))/;

/** Code, bold and emphasis within a line. */
export function inline(text: string): ComponentChild[] {
  return text
    .split(inlinePattern)
    .filter((part) => part !== "")
    .map((part) => {
      if (part.length > 2 && part.startsWith("`") && part.endsWith("`")) return <code>{part.slice(1, -1)}</code>;
      if (part.length > 4 && part.startsWith("**") && part.endsWith("**")) return <strong>{inline(part.slice(2, -2))}</strong>;
      const mark = part[0];
      if (part.length > 2 && (mark === "*" || mark === "_") && part.endsWith(mark) && inlinePattern.test(part)) {
        return <em>{inline(part.slice(1, -1))}</em>;
      }
      return part;
    });
}
