import { useState } from "preact/hooks";

export type Choices<T> = readonly (readonly [value: T, label: string])[];

interface FieldProps<T> {
  name: string;
  label: string;
  value: T;
  choices: Choices<NoInfer<T>>;
  onChange(value: NoInfer<T>): void;
  /** The label is only read aloud. */
  quiet?: boolean;
}

const fewChoices = 5;

/** Shows what is so, not what was clicked: the server or the browser may refuse a change. */
function useHonest<T>(onChange: (value: T) => void): (value: T) => void {
  const [, redraw] = useState(0);
  return (value) => {
    onChange(value);
    redraw((n) => n + 1);
  };
}

/** A row of buttons of which one is pressed; a list where there are too many for a row. */
export function Choice<T extends string>(props: FieldProps<T>) {
  const { name, label, value, choices } = props;
  const change = useHonest(props.onChange);
  if (choices.length > fewChoices) return <Select {...props} />;
  return (
    <fieldset class="field choice">
      <legend>{label}</legend>
      <div class="segments">
        {choices.map(([it, text]) => (
          <label key={it}>
            <input type="radio" name={name} value={it} checked={it === value} onChange={() => change(it)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Select<T extends string | number>({ name, label, value, choices, onChange, quiet }: FieldProps<T>) {
  const change = useHonest<T>(onChange);
  return (
    <label class="field">
      <span class={quiet ? "hidden" : "label"}>{label}</span>
      <select name={name} value={value} onChange={(event) => change(choices[event.currentTarget.selectedIndex]![0])}>
        {choices.map(([it, text]) => (
          <option key={it} value={it} selected={it === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Check({ name, label, value, onChange }: { name: string; label: string; value: boolean; onChange(value: boolean): void }) {
  const change = useHonest(onChange);
  return (
    <label class="check">
      <input type="checkbox" name={name} checked={value} onChange={(event) => change(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
