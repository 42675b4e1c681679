import { Field, Float, InputType, ObjectType } from 'type-graphql';
import {
  readPreferences,
  type AccountPreferences as StoredPreferences,
} from '../../../src/identity/metadata/account-preferences';
import {
  readSettings,
  type AccountSettings as StoredSettings,
} from '../../../src/identity/metadata/account-settings';
import type { Collection } from '../../../src/identity/metadata/merge';
import { GlucoseField } from '../../records/data/glucose-field';
import { GlucoseUnits, type GlucoseUnit } from '../../records/data/glucose-units';
import { ownInUnits } from '../../records/data/in-units';
import { Clearable } from '../../clearable';
import { DateTime, JsonObject } from '../../scalars';

@ObjectType({ description: 'The range that a person wants their glucose to be in, as charts show it.' })
export class AccountGlucoseTarget {
  @GlucoseField({ stored: null, show: ownInUnits, description: 'The lower limit of glucose.' })
  low!: number;

  @GlucoseField({ stored: null, show: ownInUnits, description: 'The upper limit of glucose.' })
  high!: number;

  @Field(() => GlucoseUnits, { description: 'The unit in which the limits were set.' })
  units!: GlucoseUnit;
}

@ObjectType({
  description:
    'Settings of a person: the collection `settings` of their metadata. Applications write it as free JSON, too, so a field is absent where nothing valid is stored.',
})
export class AccountSettings implements StoredSettings {
  @Field(() => GlucoseUnits, {
    nullable: true,
    description: 'The unit that the person wants to see glucose in. Key `units.bg`.',
  })
  glucoseUnits!: GlucoseUnit | null;

  @Field(() => AccountGlucoseTarget, {
    nullable: true,
    description:
      'The target range of glucose. Key `bgTarget`, in the unit of `units.bg`: absent without a unit, and if the limits cannot be meant in it.',
  })
  glucoseTarget!: AccountGlucoseTarget | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The events that applications take for changes of the infusion site: a name that they choose, such as `cannulaPrime` or `reservoirChange`. Key `siteChangeSource`.',
  })
  siteChangeSource!: string | null;

  @Field(() => JsonObject, {
    description: 'The whole collection, as written by clients, with the keys that only they know.',
  })
  raw!: Collection;
}

@ObjectType({
  description:
    'Preferences of a person: the collection `preferences` of their metadata. Applications write it as free JSON, too, so a field is absent where nothing valid is stored.',
})
export class AccountPreferences implements StoredPreferences {
  @Field(() => String, {
    nullable: true,
    description: 'The language of texts, such as `en` or `fr-CA`. Key `displayLanguageCode`.',
  })
  displayLanguageCode!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the person closed the suggestion to connect a Dexcom account. Key `dismissedDexcomConnectBannerTime`.',
  })
  dismissedDexcomConnectBannerTime!: number | null;

  @Field(() => JsonObject, {
    description: 'The whole collection, as written by clients, with the keys that only they know.',
  })
  raw!: Collection;
}

/** Settings are free-form. The graph shows what is valid, and everything as `raw`. */
export const toAccountSettings = (raw: Collection): AccountSettings =>
  Object.assign(new AccountSettings(), readSettings(raw), { raw });

/** The same for preferences. */
export const toAccountPreferences = (raw: Collection): AccountPreferences =>
  Object.assign(new AccountPreferences(), readPreferences(raw), { raw });

@InputType({ description: 'The range that a person wants their glucose to be in.' })
export class AccountGlucoseTargetInput {
  @Field(() => Float, { description: 'The lower limit, from 1 mmol/L or 18 mg/dL.' })
  low!: number;

  @Field(() => Float, { description: 'The upper limit, above the lower one, up to 55 mmol/L or 1000 mg/dL.' })
  high!: number;

  @Field(() => GlucoseUnits, { description: 'The unit of the limits.' })
  units!: GlucoseUnit;
}

@InputType({
  description:
    'Changes to the settings of a person. Null clears, an absent field stays, and so do all other keys.',
})
export class AccountSettingsInput {
  @Clearable()
  @Field(() => GlucoseUnits, {
    nullable: true,
    description:
      'The unit to show glucose in. The stored target is converted to it, to whole numbers of mg/dL or one decimal of mmol/L. It cannot be cleared while there is a target.',
  })
  glucoseUnits?: GlucoseUnit | null;

  @Clearable()
  @Field(() => AccountGlucoseTargetInput, {
    nullable: true,
    description:
      'The target range. It is stored in the unit of the settings; if there is none, its own unit becomes that of the settings.',
  })
  glucoseTarget?: AccountGlucoseTargetInput | null;

  @Clearable()
  @Field(() => String, {
    nullable: true,
    description: 'The events that applications take for changes of the infusion site.',
  })
  siteChangeSource?: string | null;
}

@InputType({
  description:
    'Changes to the preferences of a person. Null clears, an absent field stays, and so do all other keys.',
})
export class AccountPreferencesInput {
  @Clearable()
  @Field(() => String, { nullable: true, description: 'The language of texts, such as `en` or `fr-CA`.' })
  displayLanguageCode?: string | null;

  @Clearable()
  @Field(() => DateTime, {
    nullable: true,
    description: 'When the person closed the suggestion to connect a Dexcom account.',
  })
  dismissedDexcomConnectBannerTime?: number | null;
}
