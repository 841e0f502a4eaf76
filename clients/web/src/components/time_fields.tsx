import type { TimeControl } from "../protocol/messages";
import { timeLimits } from "../store/store";
import { t } from "../texts";
import { Choice, Select, type Choices } from "./fields";
import { gives, raised } from "./time_limits";

type Kind = TimeControl["kind"];

const minuteMs = 60000;
const dayMs = 24 * 60 * minuteMs;

const usual: Record<Kind, TimeControl> = {
  none: { kind: "none" },
  fischer: { kind: "fischer", initialMs: 10 * minuteMs, incMs: 5000 },
  permove: { kind: "permove", moveMs: minuteMs },
  correspondence: { kind: "correspondence", moveMs: 3 * dayMs },
};

interface TimeFieldsProps {
  tc: TimeControl;
  onChange(tc: TimeControl): void;
}

/** How long people may think: the kind of clock, and its figures. */
export function TimeFields({ tc, onChange }: TimeFieldsProps) {
  const kinds = (["none", "fischer", "permove", "correspondence"] as const).map((kind) => [kind, t(`create.time.${kind}`)] as const);
  const initial = (tc.initialMs ?? 0) / minuteMs;
  const increment = (tc.incMs ?? 0) / 1000;
  const move = tc.moveMs ?? 0;
  return (
    <>
      <Choice name="time" label={t("create.time")} value={tc.kind} onChange={(kind) => onChange(raised(usual[kind], timeLimits.value))} choices={kinds} />
      {tc.kind === "fischer" && (
        <div class="field-pair">
          <Select
            name="minutes"
            label={t("create.minutes")}
            value={initial}
            onChange={(minutes) => onChange({ ...tc, initialMs: minutes * minuteMs })}
            choices={numbers(initial, (minutes) => ({ ...tc, initialMs: minutes * minuteMs }), 1, 3, 5, 10, 15, 30, 60)}
          />
          <Select
            name="increment"
            label={t("create.increment")}
            value={increment}
            onChange={(seconds) => onChange({ ...tc, incMs: seconds * 1000 })}
            choices={numbers(increment, (seconds) => ({ ...tc, incMs: seconds * 1000 }), 0, 2, 5, 10, 30)}
          />
        </div>
      )}
      {tc.kind === "permove" && (
        <Select
          name="seconds"
          label={t("create.seconds")}
          value={move / 1000}
          onChange={(seconds) => onChange({ ...tc, moveMs: seconds * 1000 })}
          choices={numbers(move / 1000, (seconds) => ({ ...tc, moveMs: seconds * 1000 }), 10, 20, 30, 60, 120, 300)}
        />
      )}
      {tc.kind === "correspondence" && (
        <Select
          name="days"
          label={t("create.days")}
          value={move / dayMs}
          onChange={(days) => onChange({ ...tc, moveMs: days * dayMs })}
          choices={numbers(move / dayMs, (days) => ({ ...tc, moveMs: days * dayMs }), 1, 2, 3, 7, 14)}
        />
      )}
    </>
  );
}

/** What is offered where the server takes it, and what another client may have set besides. */
function numbers(now: number, made: (value: number) => TimeControl, ...offered: number[]): Choices<number> {
  const taken = offered.filter((value) => gives(made(value), timeLimits.value));
  const all = taken.includes(now) ? taken : [...taken, now].sort((a, b) => a - b);
  return all.map((value) => [value, String(Math.round(value * 100) / 100)]);
}
