import type { Words } from "./words";

// What the server says of its games in English, in Portuguese.

const pt: Record<string, string> = {
  White: "Brancas",
  Black: "Pretas",
  Red: "Vermelho",
  Blue: "Azul",
  Green: "Verde",
  Romans: "Romanos",
  Gauls: "Gauleses",
  man: "peão",
  king: "rei",
  checker: "peça",
  wall: "muro",
  tower: "torre",
  catapult: "catapulta",
  stack: "pilha",
  pawn: "peão",
  random: "ao acaso",
  greedy: "ganancioso",
  casual: "descontraído",
  club: "de clube",
  strong: "forte",
  expert: "perito",
  master: "mestre",
  Board: "Tabuleiro",
  "Board size": "Tamanho do tabuleiro",
  Size: "Tamanho",
  Variant: "Variante",
  Standard: "Normal",
  "Standard: kings see all around": "Normal: os reis veem em todas as direções",
  "Kings see forward only": "Os reis só veem para a frente",
  Basic: "Básica",
  "Advanced: with catapults": "Avançada: com catapultas",
  "Strict: only the very tallest stacks move": "Estrita: só se movem as pilhas mais altas",
  "Original program: repeated directions win, no putting back": "Programa original: direções repetidas ganham, sem repor",
  "Shown with its name and rules unchanged, as the designer asks.": "Mostrado com o nome e as regras inalterados, como o autor pede.",
  "The author asks whoever publishes a digital version to write to him first.":
    "O autor pede a quem publicar uma versão digital que lhe escreva primeiro.",
  "Open goals: captured pawns may be put on goals": "Metas abertas: peões capturados podem ser postos nas metas",
};

/** In sizes only, which begin with a number. */
const ptUnits: Record<string, string> = { points: "pontos", squares: "casas", columns: "colunas", rows: "linhas", by: "por" };

export const words: Words = { words: pt, units: ptUnits };
