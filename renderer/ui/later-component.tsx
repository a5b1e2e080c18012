import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { type Later, later } from '../later.ts';
import { useTexts } from '../texts.ts';
import { SkeletonRows } from './skeleton-rows.tsx';

type Component<Props> = (props: Props) => ReactNode;
/** With a function that loads its code before it is drawn. */
type Loadable<Props> = Component<Props> & { load(): Promise<unknown> };

/** A component whose code loads after the first screen; until then its place is grey. */
export function laterComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Loadable<Props> {
  const get = later(load);
  const Loaded = loadedComponent(get);
  function LaterComponent(props: Props) {
    const { t } = useTexts();
    return (
      <Suspense fallback={<SkeletonRows rows={8} label={t('app.loading')} />}>
        <Loaded props={props} />
      </Suspense>
    );
  }
  return Object.assign(LaterComponent, { load: get });
}

/** A dialog, or what a menu shows: its code loads after the first screen, without a placeholder. */
export function laterDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Component<Props> {
  const Loaded = loadedComponent(later(load));
  return function LaterDialog(props: Props) {
    return (
      <Suspense>
        <Loaded props={props} />
      </Suspense>
    );
  };
}

function loadedComponent<Props extends object>(
  get: Later<ComponentType<Props>>,
): Component<{ readonly props: Props }> {
  return function Loaded({ props }) {
    // React would keep the placeholder for 300 ms, also for code that is loaded already.
    const Component = get.loaded() ?? use(get());
    return <Component {...props} />;
  };
}
