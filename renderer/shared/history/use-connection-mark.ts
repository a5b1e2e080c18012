import { useCallback } from 'react';
import type { Submission } from '../../../contract/submission.ts';
import { useMethod } from '../../api/queries.ts';
import { useTexts } from '../../texts.ts';

/** Marks submissions of another connection than the one in use by its name, and practice ones. */
export function useConnectionMark() {
  const { t } = useTexts();
  const connections = useMethod('connection.list', {}).data?.connections;
  return useCallback(
    ({ connection, environment }: Pick<Submission, 'connection' | 'environment'>) => {
      const own = connections?.find(({ id }) => id === connection);
      if (own !== undefined && !own.inForce)
        return own.ownSandbox ? t('settings.connections.ownSandbox') : own.name;
      return environment === 'production' ? null : t('history.sandboxMark');
    },
    [t, connections],
  );
}
