import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { notFound } from '../../../src/platform/errors';
import { cgms, pumps } from '../../../src/care/prescriptions/device-catalog';
import { PrescribableCgm, PrescribablePump, toCgm, toPump } from './prescription-devices.types';
import { PrescriptionRevision } from './prescriptions.types';

/** Devices that a prescription may name. */
@Resolver()
export class PrescriptionDevicesResolver {
  @Query(() => [PrescribablePump], { description: 'The pumps available for prescriptions.' })
  pumps(): PrescribablePump[] {
    return pumps.map(toPump);
  }

  @Query(() => PrescribablePump, { description: 'A pump available for prescriptions.' })
  pump(@Arg('id', () => ID, { description: 'Id of the pump.' }) id: string): PrescribablePump {
    const found = pumps.find((pump) => pump.id === id);
    if (!found) throw notFound('There is no such pump.');
    return toPump(found);
  }

  @Query(() => [PrescribableCgm], {
    description: 'The continuous glucose monitors available for prescriptions.',
  })
  cgms(): PrescribableCgm[] {
    return cgms.map(toCgm);
  }

  @Query(() => PrescribableCgm, { description: 'A continuous glucose monitor available for prescriptions.' })
  cgm(@Arg('id', () => ID, { description: 'Id of the monitor.' }) id: string): PrescribableCgm {
    const found = cgms.find((cgm) => cgm.id === id);
    if (!found) throw notFound('There is no such monitor.');
    return toCgm(found);
  }
}

/** The devices that a prescription is for. */
@Resolver(() => PrescriptionRevision)
export class PrescribedDevicesResolver {
  @FieldResolver(() => PrescribablePump, {
    nullable: true,
    description: 'The pump that the settings are for, with its guard rails; absent if they name none.',
  })
  pump(@Root() { attributes }: PrescriptionRevision): PrescribablePump | null {
    const pumpId = attributes.initialSettings?.pumpId;
    const found = pumps.find(({ id }) => id === pumpId);
    return found ? toPump(found) : null;
  }

  @FieldResolver(() => PrescribableCgm, {
    nullable: true,
    description: 'The continuous glucose monitor that the settings are for; absent if they name none.',
  })
  cgm(@Root() { attributes }: PrescriptionRevision): PrescribableCgm | null {
    const cgmId = attributes.initialSettings?.cgmId;
    const found = cgms.find(({ id }) => id === cgmId);
    return found ? toCgm(found) : null;
  }
}
