import { coreFaults } from './core-faults.ts';
import type { PlantedFault } from './fault.ts';
import { hostsFaults } from './hosts-faults.ts';
import { validatorFaults } from './validator-faults.ts';

/** All of them; `run.ts` counts from 1 in this order. */
export const faults: readonly PlantedFault[] = [...validatorFaults, ...coreFaults, ...hostsFaults];
