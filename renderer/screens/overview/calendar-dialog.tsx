import { Button } from '@mantine/core';
import { useMethod } from '../../api/queries.ts';
import { useSaveDocument } from '../../shared/documents/use-save-document.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useTexts } from '../../texts.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import styles from './calendar-dialog.module.css';

/** The next deadlines, also for the person's own calendar. */
export function CalendarDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, formats } = useTexts();
  const calendar = useMethod('quarter.calendar', {});
  const save = useSaveDocument('quarter.calendarFile');
  const error = calendar.error ?? save.error;
  return (
    <Dialog onClose={onClose} title={t('matrix.calendar.title')} size="lg">
      <div className="z-form" data-testid="calendar-dialog">
        <p className="z-second">{t('matrix.calendar.text')}</p>
        {error === null ? null : <ErrorNotice error={error.error} />}
        {calendar.data === undefined ? (
          error === null && <SkeletonRows rows={4} label={t('app.loading')} />
        ) : (
          <>
            <ul className={styles.deadlines}>
              {calendar.data.deadlines.map(({ id, quarter, year, deadline, daysLeft }) => (
                <li key={id} data-testid="calendar-deadline">
                  <span>{t('quarter.name', { quarter, year })}</span>
                  <strong>{formats.day(deadline)}</strong>
                  <span className="z-second z-small">
                    {daysLeft === 0
                      ? t('matrix.reminderToday')
                      : t('matrix.calendar.daysLeft', { count: daysLeft })}
                  </span>
                </li>
              ))}
            </ul>
            {calendar.data.unfiled > 0 ? (
              <p>{t('matrix.calendar.unfiled', { count: calendar.data.unfiled })}</p>
            ) : null}
          </>
        )}
        <small className="z-second">{t('matrix.calendar.saveHint')}</small>
        <div className="z-form-actions z-form-actions-end">
          <Button variant="default" onClick={onClose}>
            {t('app.close')}
          </Button>
          <Button
            loading={save.isPending}
            onClick={() => save.mutate({ language: formats.language })}
            data-autofocus
            data-testid="calendar-save"
          >
            {t('matrix.calendar.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
