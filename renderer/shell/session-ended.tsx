import { useTexts } from '../texts.ts';
import { Mark } from '../ui/mark.tsx';

/** The page of a window that its host does not know: an old address, or Zubi was restarted. */
export function SessionEnded() {
  const { t } = useTexts();
  return (
    <main className="z-alone" data-testid="session-ended">
      <Mark size={44} />
      <h1 className="z-alone-title">{t('ended.title')}</h1>
      <p>{t('ended.text')}</p>
      <p>{t('ended.safe')}</p>
    </main>
  );
}
