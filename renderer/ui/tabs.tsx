interface TabItem<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count: string | null;
}

interface FilterTabsProps<Value extends string> {
  readonly label: string;
  readonly items: readonly TabItem<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Filters of one list with their counts: a group of toggle buttons, one pressed. */
export function FilterTabs<Value extends string>({
  label,
  items,
  value,
  onChange,
}: FilterTabsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame
    <div className="z-tabs" role="group" aria-label={label}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          className="z-tab"
          aria-pressed={item.value === value}
          onClick={() => onChange(item.value)}
          data-empty={item.count === '0' ? '' : undefined}
          data-testid={`tab-${item.value}`}
        >
          {item.label} {item.count === null ? null : <span>{item.count}</span>}
        </button>
      ))}
    </div>
  );
}
