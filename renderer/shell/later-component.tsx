import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { later } from '../later.ts';
import { useTexts } from '../texts.ts';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';

type Component<Props> = (props: Props) => ReactNode;

/** A component whose code comes after the first screen; until then its place is grey. */
export function laterComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Component<Props> {
  const Loaded = loadedComponent(load);
  return function Later(props: Props) {
    const { t } = useTexts();
    return (
      <Suspense fallback={<SkeletonRows rows={8} label={t('app.loading')} />}>
        <Loaded props={props} />
      </Suspense>
    );
  };
}

/** A dialog whose code comes after the first screen. */
export function laterDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Component<Props> {
  const Loaded = loadedComponent(load);
  return function Later(props: Props) {
    return (
      <Suspense>
        <Loaded props={props} />
      </Suspense>
    );
  };
}

function loadedComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Component<{ readonly props: Props }> {
  const get = later(load);
  return function Loaded({ props }) {
    const Component = use(get());
    return <Component {...props} />;
  };
}
