import type { JSX } from "preact";
import type { Settings } from "../engine/protocol.ts";
import { families } from "../state/families.ts";
import { change, settings } from "../state/inputs.ts";
import { grammar } from "../state/results.ts";

const CHOICES: readonly (readonly [Settings["toolChoice"], string])[] = [
  ["", "as in the request"],
  ["auto", "auto"],
  ["required", "required"],
  ["named", "one tool"],
  ["allowed", "allowed tools"],
  ["none", "none"],
];

/** Model family, tool choice and the rest of the request. */
export function SettingsForm(): JSX.Element {
  const now = settings.value;
  const names = grammar.value?.toolNames ?? [];
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      <Choice label="Model family" value={now.family} options={families.value} onChoose={(family) => change({ family })} />
      <Choice
        label="Tool choice"
        value={now.toolChoice}
        options={CHOICES}
        onChoose={(toolChoice) =>
          change({
            toolChoice,
            ...(toolChoice === "named" && !names.includes(now.named) ? { named: names[0] ?? "" } : {}),
            ...(toolChoice === "allowed" && now.allowed.length === 0 ? { allowed: names.slice(0, 1) } : {}),
          })
        }
      />
      {now.toolChoice === "named" ? <NamedTool names={names} /> : null}
      {now.toolChoice === "allowed" ? <AllowedTools names={names} /> : null}
      <Choice
        label="Reasoning"
        value={now.reasoning}
        options={[
          ["", "default"],
          ["enabled", "on"],
          ["disabled", "off"],
          ["auto", "auto"],
        ]}
        onChoose={(reasoning) => change({ reasoning })}
      />
      <Choice
        label="Parallel calls"
        value={now.parallel}
        options={[
          ["", "default"],
          ["yes", "yes"],
          ["no", "no"],
        ]}
        onChoose={(parallel) => change({ parallel })}
      />
      <details class="more-settings">
        <summary>More settings</summary>
        <div class="settings">
          <Choice
            label="Coverage"
            value={now.coverage}
            options={[
              ["", "default"],
              ["from_token_zero", "from token zero"],
              ["final_output_only", "final output only"],
            ]}
            onChoose={(coverage) => change({ coverage })}
          />
          <Choice
            label="Prompt opens"
            value={now.promptOpens}
            options={[
              ["", "default"],
              ["think", "think"],
              ["response", "response"],
              ["none", "none"],
            ]}
            onChoose={(promptOpens) => change({ promptOpens })}
          />
          <Choice
            label="Strict level"
            value={now.strictLevel}
            options={[
              ["", "all declared"],
              ["auto", "auto"],
              ["function", "function"],
              ["parameter", "parameter"],
            ]}
            onChoose={(strictLevel) => change({ strictLevel })}
          />
          <Choice
            label="Shape"
            value={now.shape}
            options={[
              ["structag", "structag"],
              ["xgrammar", "xgrammar"],
            ]}
            onChoose={(shape) => change({ shape })}
          />
          <Check label="Any order" checked={now.anyOrder} onChange={(anyOrder) => change({ anyOrder })} />
          <Check label="Tight JSON" checked={now.tightJson} onChange={(tightJson) => change({ tightJson })} />
        </div>
      </details>
    </form>
  );
}

function NamedTool({ names }: { names: readonly string[] }): JSX.Element {
  return (
    <Choice
      label="Tool"
      value={settings.value.named}
      options={names.map((name) => [name, name] as const)}
      onChoose={(named) => change({ named })}
    />
  );
}

function AllowedTools({ names }: { names: readonly string[] }): JSX.Element {
  const { allowed, allowedMode } = settings.value;
  return (
    <>
      <Choice
        label="Allowed mode"
        value={allowedMode}
        options={[
          ["auto", "auto"],
          ["required", "required"],
        ]}
        onChoose={(mode) => change({ allowedMode: mode })}
      />
      <fieldset class="allowed">
        <legend>Allowed tools</legend>
        {names.map((name) => (
          <Check
            key={name}
            label={name}
            checked={allowed.includes(name)}
            onChange={(checked) => change({ allowed: checked ? [...allowed, name] : allowed.filter((other) => other !== name) })}
          />
        ))}
      </fieldset>
    </>
  );
}

export function Choice<T extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChoose: (value: T) => void;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
