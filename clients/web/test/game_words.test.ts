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
      size: { type: "string", title: "Board size", default: "3x3", oneOf: [{ const: "3x3", title: "3 × 3 points" }] },
    },
  },
  credit: { designer: "Ada", note: "The author asks whoever publishes a digital version to write to him first." },
  kinds: { k: { shape: "king", letter: "K", label: "king" } },
  levels: [{ level: 1, name: "random" }],
};

test("what the server says of a game is read in the player's language", () => {
  const shown = inLanguage(game, "pt");
  assert.deepEqual(shown.sides, ["Brancas", "Mauve"]);
  assert.equal(shown.options?.properties?.["size"]?.title, "Tamanho do tabuleiro");
  assert.deepEqual(shown.options?.properties?.["size"]?.oneOf, [{ const: "3x3", title: "3 × 3 pontos" }]);
  assert.equal(shown.kinds?.["k"]?.label, "rei");
  assert.match(shown.credit?.note ?? "", /^O autor pede/);
  assert.equal(shown.levels?.[0]?.name, "ao acaso");
});

test("pieces keep the colours of the server's words in every language", () => {
  for (const language of ["en", "pt"]) assert.deepEqual(inLanguage(game, language).colours, ["White", "Mauve"]);
});

test("English is shown as the server says it", () => {
  const { colours, ...shown } = inLanguage(game, "en");
  assert.deepEqual(shown, game);
});
