import { useCommand } from '../../shell/use-command.ts';

/** Puts Zubi's own sandbox in force. */
export function useOwnSandbox() {
  return useCommand('connection.useSandbox', [
    'connection.get',
    'app.status',
    'territories.list',
    'companies.list',
    'submissions.worklist',
  ]);
}
