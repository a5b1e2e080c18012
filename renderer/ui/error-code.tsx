import { useTexts } from '../texts.ts';
import { TechnicalDetails } from './technical-details.tsx';

/** The code of an error, for people who look for a cause; its text is before it. */
export function ErrorCode({ code }: { readonly code: string }) {
  const { t } = useTexts();
  return (
    <div data-testid="error-code" data-code={code}>
      <TechnicalDetails label={t('app.technicalDetails')}>
        <span className="z-code">{code}</span>
      </TechnicalDetails>
    </div>
  );
}
