import { type ReactNode, useEffect } from 'react';
import { loadTheRest } from '../later.ts';
import { Notices } from './notices.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { StatusPills } from './status-pills.tsx';

interface PageProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Before the title: the parent page. */
  readonly crumb?: ReactNode;
  /**
   * The page's first data is drawn (or could not be read): the marker that tests and screen readers
   * wait for.
   */
  readonly ready: boolean;
  readonly name: string;
  readonly children: ReactNode;
}

/** A screen under its header. */
export function Page({ title, subtitle, crumb, ready, name, children }: PageProps) {
  useEffect(() => {
    const root = document.getElementById('root');
    if (ready) root?.setAttribute('data-ready', name);
    else root?.removeAttribute('data-ready');
  }, [ready, name]);
  useEffect(() => {
    if (ready)
      void loadTheRest().then(() =>
        document.getElementById('root')?.setAttribute('data-loaded', ''),
      );
  }, [ready]);
  useEffect(() => {
    document.title = `${title} · Zubi`;
  }, [title]);
  return (
    <>
      <header className="z-header">
        <div className="z-header-words">
          {crumb}
          <h1 className="z-title" title={title}>
            {title}
          </h1>
          {subtitle === undefined ? null : (
            <div className="z-subtitle" title={typeof subtitle === 'string' ? subtitle : undefined}>
              {subtitle}
            </div>
          )}
        </div>
        <PaletteButton />
        <StatusPills />
      </header>
      <Notices />
      <div className="z-page" aria-busy={!ready}>
        {children}
      </div>
    </>
  );
}
