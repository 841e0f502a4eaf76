import assert from "node:assert/strict";
import { test } from "vitest";
import type { VNode } from "preact";
import { blocks } from "../src/components/markdown";

/** The elements as text, to compare by eye. */
function show(node: unknown): string {
  if (Array.isArray(node)) return node.map(show).join("");
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node !== "object") return String(node);
  const { type, props } = node as VNode<{ children?: unknown; class?: string }>;
  const inner = show(props.children);
  return type === "div" ? inner : `<${String(type)}>${inner}</${String(type)}>`;
}

const html = (text: string) => show(blocks(text));

test("paragraphs, headings and emphasis become elements", () => {
  assert.equal(html("# Title\n\nOne\ntwo **bold** and *soft* `a1-b2`."),
    "<h2>Title</h2><p>One two <strong>bold</strong> and <em>soft</em> <code>a1-b2</code>.</p>");
});

test("lists may be numbered, nested and wrapped", () => {
  assert.equal(html("1. One\n   more\n2. Two\n   - inner\n\nafter"),
    "<ol><li>One more</li><li>Two<ul><li>inner</li></ul></li></ol><p>after</p>");
});

test("tables and blocks of code keep their cells and lines", () => {
  assert.equal(html("| a | b |\n|---|---|\n| 1 | `2` |"),
    "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table>");
  assert.equal(html("```\nx < y\n  z\n```"), "<pre><code>x < y\n  z</code></pre>");
});

test("a fenced block of a kind is what the page makes of it, or stays text", () => {
  const figure = (kind: string, lines: string[]) => kind === "board" && <b>{lines.join("|")}</b>;
  assert.equal(show(blocks("```board\n.a\nb.\n```\n\n```\nx\n```", figure)), "<b>.a|b.</b><pre><code>x</code></pre>");
});

test("markup in the text stays text", () => {
  assert.equal(html("<img src=x onerror=alert(1)>"), "<p><img src=x onerror=alert(1)></p>");
  const [paragraph] = blocks("<b>no</b>");
  assert.deepEqual((paragraph as VNode<{ children: unknown }>).props.children, ["<b>no</b>"]);
});

test("stars and underscores that mark nothing stay as they are", () => {
  assert.equal(html("a * b * c and snake_case_name and f4*e3"), "<p>a * b * c and snake_case_name and f4*e3</p>");
});
