import type { GameInfo, Player } from "../protocol/messages";
import { personAsked, player } from "../store/store";
import { t } from "../texts";
import { playerName } from "./names";

type Seat = { player?: Player | null; level?: number } | undefined;

/** A name as it was chosen, kept from reordering what stands around it. */
export function PersonName({ seat, game }: { seat: Seat; game?: GameInfo }) {
  return <bdi class="name">{playerName(seat, game)}</bdi>;
}

/** The same, and what one may do about this person behind it. Computers and oneself are only names. */
export function Person({ seat, game }: { seat: Seat; game?: GameInfo }) {
  const who = seat?.player;
  if (!who || who.kind !== "human" || who.id === player.value?.id) return <PersonName seat={seat} game={game} />;
  return (
    <button type="button" class="person" title={t("person.open")} data-testid="person" onClick={() => (personAsked.value = who)}>
      <PersonName seat={seat} />
    </button>
  );
}
