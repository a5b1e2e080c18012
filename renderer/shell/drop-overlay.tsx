import { IconUpload } from '@tabler/icons-react';
import { useTexts } from '../texts.ts';

/** The overlay of the window while files are dragged over it. */
export function DropOverlay({ onCompanies }: { readonly onCompanies: boolean }) {
  const { t } = useTexts();
  return (
    <div className="z-drop-overlay" data-testid="drop-overlay">
      <div className="z-drop-overlay-box">
        <IconUpload size={40} stroke={1.5} aria-hidden />
        <strong>{t(onCompanies ? 'companyDrop.title' : 'drop.overTitle')}</strong>
        <span>{t(onCompanies ? 'companyDrop.text' : 'drop.overText')}</span>
      </div>
    </div>
  );
}
