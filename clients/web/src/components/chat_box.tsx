import { useEffect, useRef, useState } from "preact/hooks";
import { client } from "../app";
import type { ChatLine } from "../protocol/messages";
import { link, player } from "../store/store";
import { t } from "../texts";
import { chatOpen, chatSeen } from "./chat_state";
import { Person } from "./person";

interface ChatBoxProps {
  channel: ChatLine["channel"];
  lines: readonly ChatLine[];
}

/** Lines are text and nothing else, and names cannot reorder what stands beside them. */
export function ChatBox({ channel, lines }: ChatBoxProps) {
  const lobby = channel === "lobby";
  const [lobbyOpen, setLobbyOpen] = useState(false);
  const [lobbySeen, setLobbySeen] = useState(0);
  const [open, seen] = lobby ? [lobbyOpen, lobbySeen] : [chatOpen.value, chatSeen.value];
  const setOpen = (to: boolean) => (lobby ? setLobbyOpen(to) : void (chatOpen.value = to));
  const box = useRef<HTMLDivElement>(null);
  const last = lines[lines.length - 1]?.id ?? 0;
  useEffect(() => () => void (lobby || (chatOpen.value = false)), []);
  useEffect(() => {
    if (!open) return;
    if (lobby) setLobbySeen(last);
    else chatSeen.value = last;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [open, last]);
  const unread = lines.filter((line) => line.id > seen).length;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("line") as HTMLInputElement;
    const text = field.value.trim();
    if (text && (await client.chat.send(channel, text))) field.value = "";
  };
  return (
    <details class="chat" open={open} onToggle={(event) => setOpen(event.currentTarget.open)} data-testid="chat">
      <summary>
        {t(channel === "watchers" ? "chat.watchers" : channel === "lobby" ? "chat.lobby" : "chat.title")}
        {unread > 0 && !open && <span class="count">{unread}</span>}
      </summary>
      <div class="lines" ref={box} tabIndex={0} role="log" aria-label={t("chat.title")}>
        {lines.length === 0 && <p class="muted">{t("chat.none")}</p>}
        {lines.map((line) => (
          <p key={line.id} class={line.from.id === player.value?.id ? "own" : ""}>
            <strong>
              <Person seat={{ player: line.from }} />
            </strong>{" "}
            <bdi>{line.text}</bdi>
          </p>
        ))}
      </div>
      <form class="row" onSubmit={(event) => void submit(event)}>
        <input name="line" autoComplete="off" aria-label={t("chat.line")} placeholder={t("chat.line")} />
        <button class="button small" disabled={link.value !== "online"}>
          {t("chat.send")}
        </button>
      </form>
    </details>
  );
}
