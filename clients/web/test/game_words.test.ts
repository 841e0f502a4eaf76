import assert from "node:assert/strict";
import { test } from "vitest";
import type { GameInfo } from "../src/protocol/messages";
import { inLanguage } from "../src/store/game_words";
import { showLanguage } from "../src/texts";

await showLanguage("pt");

const game: GameInfo = {
  game: "toy",
  name: "Toy",
  rulesVersion: 1,
  sides: ["White", "Mauve"],
  options: {
    properties: {
      size: {
        type: "string", title: "Board size", default: "3x4",
        oneOf: [{ const: "3x4", title: "3 × 4 points" }, { const: "9x9", title: "large" }],
      },
      variant: { type: "string", title: "Variant", default: "plain", oneOf: [{ const: "plain", title: "Plain" }] },
    },
  },
  credit: { designer: "Ada", note: "Ask first." },
  supports: { draw: false, takeback: true },
  kinds: { k: { shape: "king", letter: "K", label: "king" } },
  layouts: ["square"],
  rulesText: { en: "# Toy" },
  texts: {
    en: { "reason.goal": "a king came home" },
    pt: {
      "side.first": "Brancas", "kind.k": "rei", size: "{columns} × {rows} pontos", "size.9x9": "grande",
      "credit.note": "Pergunte primeiro.", "reason.goal": "um rei chegou a casa",
    },
  },
  levels: [{ level: 1, name: "random" }, { level: 2, name: "brand new" }],
};

test("a game is read in the texts that come with it", () => {
  const shown = inLanguage(game, "pt");
  assert.deepEqual(shown.sides, ["Brancas", "Mauve"]);
  const { size, variant } = shown.options.properties;
  assert.deepEqual(size?.oneOf?.map((it) => it.title), ["3 × 4 pontos", "grande"]);
  assert.deepEqual(variant?.oneOf?.map((it) => it.title), ["Plain"]);
  assert.equal(shown.kinds["k"]?.label, "rei");
  assert.equal(shown.credit.note, "Pergunte primeiro.");
});

test("what all games share is read in the page's texts", () => {
  const shown = inLanguage(game, "pt");
  assert.equal(shown.options.properties["size"]?.title, "Tamanho do tabuleiro");
  assert.deepEqual(shown.levels.map((it) => it.name), ["ao acaso", "brand new"]);
});

test("pieces keep the colours of the English names in every language", () => {
  for (const language of ["en", "pt"]) assert.deepEqual(inLanguage(game, language).colours, ["White", "Mauve"]);
});

test("English is shown as the server sends it", async () => {
  await showLanguage("en");
  const { colours, ...shown } = inLanguage(game, "en");
  assert.deepEqual(shown, game);
});
