import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlace } from '../router.ts';
import { BulkUploadProvider } from '../shared/authorizations/bulk-upload.tsx';
import { useTexts } from '../texts.ts';
import { laterDialog } from '../ui/later-component.tsx';
import { BatchNotice } from './batch-notice.tsx';
import { DropOverlay } from './drop-overlay.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { IntakeProvider } from './intake.tsx';
import { PaletteContext } from './palette/palette-context.ts';
import { useWindowKeys } from './palette/use-window-keys.ts';
import { Rail } from './rail.tsx';
import { KeptProvider, useTimesAnew } from './screen-state.tsx';
import { screenOf } from './screens.tsx';
import { Toasts } from './toasts.tsx';
import { useDrops } from './use-drops.ts';

const Palette = laterDialog(async () => (await import('./palette/palette.tsx')).Palette);

function Frame() {
  const { t } = useTexts();
  const place = usePlace();
  const isOver = useDrops();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  useWindowKeys(openPalette);
  const timesAnew = useTimesAnew();
  const main = useRef<HTMLElement>(null);
  const here = `${place.screen}/${place.id ?? ''}/${place.inner ?? ''}`;
  const before = useRef({ here, screen: place.screen });
  // A file of the worklist is not a page: the list stays as it is. Nor is a section of Settings:
  // unsaved text in another section stays.
  const isOnePage = place.screen === 'submit' || (place.screen === 'settings' && !place.inner);
  const shown = `${isOnePage && place.id !== 'profile' ? place.screen : here}/${timesAnew}`;
  // A new page also gets the keyboard focus.
  useEffect(() => {
    if (before.current.here === here) return;
    const isPart = before.current.screen === place.screen;
    before.current = { here, screen: place.screen };
    // Another section of a screen begins with the section, not with the header again.
    const section = isPart ? main.current?.querySelector<HTMLElement>('[data-section]') : null;
    (section ?? main.current)?.focus({ preventScroll: true });
  }, [here, place.screen]);
  return (
    <div className="z-shell">
      <button type="button" className="z-skip" onClick={() => main.current?.focus()}>
        {t('app.skipToContent')}
      </button>
      <Rail screen={place.screen} />
      <main className="z-main" id="content" ref={main} tabIndex={-1}>
        <ErrorBoundary key={shown}>
          <PaletteContext value={openPalette}>{screenOf(place)}</PaletteContext>
        </ErrorBoundary>
        <Palette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
        <Toasts />
        {isOver ? <DropOverlay onCompanies={place.screen === 'companies'} /> : null}
      </main>
    </div>
  );
}

/** Rail, screen and overlays: the whole window once a host is there. */
export function Shell() {
  return (
    <IntakeProvider>
      <BulkUploadProvider>
        <KeptProvider>
          <Frame />
        </KeptProvider>
      </BulkUploadProvider>
      <BatchNotice />
    </IntakeProvider>
  );
}
