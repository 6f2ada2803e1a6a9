import type { ComponentChildren, JSX } from "preact";

/** A row of tabs, moved along with the arrow keys, and the panel of the chosen one. */
export function Tabs<T extends string>({
  name,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  name: string;
  tabs: readonly (readonly [id: T, label: string])[];
  chosen: T;
  onChoose: (id: T) => void;
  children: ComponentChildren;
}): JSX.Element {
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const index = (tabs.findIndex(([id]) => id === chosen) + by + tabs.length) % tabs.length;
    onChoose(tabs[index][0]);
    document.getElementById(`${name}-tab-${tabs[index][0]}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={name} tabIndex={-1} onKeyDown={onKeyDown}>
        {tabs.map(([id, label]) => (
          <button
            key={id}
            id={`${name}-tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === chosen}
            aria-controls={`${name}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <div class="panel" id={`${name}-panel`} role="tabpanel" aria-labelledby={`${name}-tab-${chosen}`}>
        {children}
      </div>
    </>
  );
}
