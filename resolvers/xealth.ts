import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../src/request/request-context';
import { DonePayload } from './accounts.types';
import {
  PatientReport,
  XealthEventInput,
  XealthPreorderPayload,
  XealthProgram,
  XealthProgramPayload,
  XealthReportInput,
} from './xealth.types';

/** What Xealth asks, tells and shows. */
@Resolver()
export class XealthResolver {
  @Mutation(() => XealthPreorderPayload, {
    description: 'Answers what Xealth asks before an order, and keeps what was filled in. For Xealth.',
  })
  async answerXealthPreorder(
    @Ctx() { services }: RequestContext,
    @Arg('input') { event }: XealthEventInput,
  ): Promise<XealthPreorderPayload> {
    return { form: await services.xealthPreorders.answer(event) };
  }

  @Mutation(() => DonePayload, {
    description: 'Hears of an order that was placed or canceled; it is worked off. For Xealth.',
  })
  async receiveXealthNotification(
    @Ctx() { services }: RequestContext,
    @Arg('input') { event }: XealthEventInput,
  ): Promise<DonePayload> {
    await services.xealthOrders.receive(event);
    return { done: true };
  }

  @Query(() => [XealthProgram], { description: 'The programs of a patient: ours, or none. For Xealth.' })
  xealthPrograms(
    @Ctx() { services }: RequestContext,
    @Arg('input') { event }: XealthEventInput,
  ): Promise<XealthProgram[]> {
    return services.xealthPrograms.programs(event);
  }

  @Mutation(() => XealthProgramPayload, {
    description: 'Makes an address that shows the report on a patient, and notes who looks. For Xealth.',
  })
  async openXealthProgram(
    @Ctx() { services }: RequestContext,
    @Arg('input') { event }: XealthEventInput,
  ): Promise<XealthProgramPayload> {
    return { url: await services.xealthPrograms.open(event) };
  }

  @Query(() => PatientReport, { description: 'The report that such an address shows.' })
  xealthReport(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, patientId: userId }: XealthReportInput,
  ): Promise<PatientReport> {
    return services.xealthPrograms.report({ clinicId, userId });
  }
}
