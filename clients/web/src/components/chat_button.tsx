import { t } from "../texts";
import { chatOpen, chatUnread } from "./chat_state";
import { Icon } from "./icon";

/** Leads to the chat below, and counts what was said there while one looked at the board. */
export function ChatButton() {
  const unread = chatUnread.value;
  const label = unread > 0 ? t("chat.unread", { count: unread }) : t("chat.title");
  const open = () => {
    chatOpen.value = true;
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>(".chat input")?.focus());
  };
  return (
    <button type="button" class="icon-button chat-button" title={label} aria-label={label} data-testid="chat-button" onClick={open}>
      <Icon name="chat" />
      {unread > 0 && <span class="badge">{unread}</span>}
    </button>
  );
}
