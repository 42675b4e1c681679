import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { RequestContext } from '../../../src/request/request-context';
import { DonePayload } from '../../identity/auth/accounts.types';
import {
  PatientReport,
  XealthEventInput,
  XealthPreorderPayload,
  XealthProgram,
  XealthProgramPayload,
  XealthReportInput,
} from './xealth.types';
import { TakesNoKey } from '../../repeatable';

/** Requests and notifications from Xealth. */
@Resolver()
export class XealthResolver {
  @TakesNoKey('Its clients follow a protocol without keys.')
  @Mutation(() => XealthPreorderPayload, {
    description: 'Answers Xealth’s request before an order, and stores the submitted form. For Xealth.',
  })
  async answerXealthPreorder(
    @Ctx() { services }: RequestContext,
    @Arg('input') { event }: XealthEventInput,
  ): Promise<XealthPreorderPayload> {
    return { form: await services.xealthPreorders.answer(event) };
  }

  @TakesNoKey('Its clients follow a protocol without keys.')
  @Mutation(() => DonePayload, {
    description: 'Processes a notification about a placed or canceled order. For Xealth.',
  })
  async receiveXealthNotification(
    @Ctx() { services }: RequestContext,
    @Arg('input') { event }: XealthEventInput,
  ): Promise<DonePayload> {
    await services.xealthOrders.receive(event);
    return { done: true };
  }

  @Query(() => [XealthProgram], { description: 'The patient’s programs: ours, or none. For Xealth.' })
  xealthPrograms(
    @Ctx() { services }: RequestContext,
    @Arg('input') { event }: XealthEventInput,
  ): Promise<XealthProgram[]> {
    return services.xealthPrograms.programs(event);
  }

  @TakesNoKey('Its clients follow a protocol without keys.')
  @Mutation(() => XealthProgramPayload, {
    description: 'Creates a URL that shows the report on a patient, and logs who views it. For Xealth.',
  })
  async openXealthProgram(
    @Ctx() { services }: RequestContext,
    @Arg('input') { event }: XealthEventInput,
  ): Promise<XealthProgramPayload> {
    return { url: await services.xealthPrograms.open(event) };
  }

  @Query(() => PatientReport, { description: 'The report behind such a URL.' })
  async xealthReport(
    @Ctx() { services }: RequestContext,
    @Arg('input') { clinicId, patientId: userId }: XealthReportInput,
  ): Promise<PatientReport> {
    const report = await services.xealthPrograms.report({ clinicId, userId });
    return { ...report, birthDate: report.birthDate || null };
  }
}
