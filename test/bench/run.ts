import { benchCommand } from './command.ts';
import { benchCompanies } from './companies.ts';
import { benchHistory } from './history.ts';
import { benchSending } from './sending.ts';
import { benchVerdict, printRows } from './verdict.ts';

// Every bench is a function that gives rows; a new one is added here.
printRows([
  ...(await benchVerdict()),
  ...(await benchCommand()),
  ...(await benchHistory()),
  ...(await benchCompanies()),
  ...(await benchSending()),
]);
