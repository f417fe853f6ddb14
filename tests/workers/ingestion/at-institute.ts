/** An installation with the providers of an invented institute and a manual clock. */
import { HOUR_MS } from '../../../domain/ingestion/schedule.ts';
import { openInstallation, type Installation } from '../../support/installation.ts';
import { institute, type Institute, type InstituteOptions } from '../../support/institute.ts';

export type Invented = Pick<InstituteOptions, 'people' | 'papers' | 'metadataOf'>;

export type AtInstitute = Institute & {
  readonly installation: Installation;
  readonly hoursLater: (hours: number) => void;
};

export const atInstitute = async (options: Invented, test: (stage: AtInstitute) => Promise<void>): Promise<void> => {
  await using opened = await openInstallation({ matching: false });
  let later = 0;
  const now = (): number => Date.now() + later;
  const provided = institute({ ...options, now });
  await test({
    ...provided,
    installation: { ...opened, clock: { now }, providers: provided.providers },
    hoursLater: (hours) => {
      later += hours * HOUR_MS;
    },
  });
};
