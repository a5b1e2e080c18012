import { Switch } from '@mantine/core';
import type { ImportPreview } from '../../../contract/company-import.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';

interface HiddenPartsProps {
  readonly preview: ImportPreview;
  readonly takesRows: boolean;
  readonly onTakeRows: (takes: boolean) => void;
}

/**
 * Hidden parts of a workbook: the sheet, and the number of hidden rows, with the choice to take
 * them too.
 */
export function HiddenParts({ preview, takesRows, onTakeRows }: HiddenPartsProps) {
  const { t } = useTexts();
  const { hidden } = preview.counts;
  const sheet = preview.sheets.find(({ index }) => index === preview.sheetIndex);
  const what = takesRows ? 'taken' : 'leftOut';
  return (
    <>
      {sheet?.isHidden === true ? (
        <Notice
          tone="amber"
          title={t('companyImport.hiddenSheetTitle')}
          text={t('companyImport.hiddenSheetText')}
          testId="import-hidden-sheet"
        />
      ) : null}
      {hidden === 0 ? null : (
        <Notice
          tone="amber"
          title={t(`companyImport.hidden.${what}Title`, {
            count: hidden,
          })}
          text={t(`companyImport.hidden.${what}Text`)}
          testId="import-hidden-rows"
          actions={
            <Switch
              label={t('companyImport.hidden.take')}
              checked={takesRows}
              onChange={(event) => onTakeRows(event.currentTarget.checked)}
            />
          }
        />
      )}
    </>
  );
}
