import type { Player } from "../protocol/messages";
import { personAsked, player } from "../store/store";
import { t } from "../texts";
import { playerName } from "./names";

type Seat = { player?: Player | null; level?: number } | undefined;

/** A name as it was chosen, kept from reordering what stands around it. */
export function PersonName({ seat }: { seat: Seat }) {
  return <bdi class="name">{playerName(seat)}</bdi>;
}

/** The same, and what one may do about this person behind it. Computers and oneself are only names. */
export function Person({ seat }: { seat: Seat }) {
  const who = seat?.player;
  if (!who || who.kind !== "human" || who.id === player.value?.id) return <PersonName seat={seat} />;
  return (
    <button type="button" class="person" title={t("person.open")} data-testid="person" onClick={() => (personAsked.value = who)}>
      <PersonName seat={seat} />
    </button>
  );
}
