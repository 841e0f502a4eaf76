import type { Player } from "../protocol/messages";
import { playerName } from "./names";

/** A name as it was chosen, kept from reordering what stands around it. */
export function PersonName({ seat }: { seat: { player?: Player | null; level?: number } | undefined }) {
  return <bdi class="name">{playerName(seat)}</bdi>;
}
