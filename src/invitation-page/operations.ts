/** The operations of the invitation page, which an operator's list of allowed documents need not contain. */

export const invitationsQuery = `query Invitations {
  me {
    id
    invitationsReceived(first: 50) {
      edges { node { key permissions creator { userId profile { fullName } } } }
    }
    clinicianInvitations { key clinic { name } }
    clinics(first: 20) {
      edges {
        node {
          clinic {
            id
            name
            patientInvitations { key permissions creator { userId profile { fullName } } }
          }
        }
      }
    }
  }
}`;

const mutation = (field: string, input: string): string =>
  `mutation Answer($input: ${input}!) { ${field}(input: $input) { __typename } }`;

/** The mutations that answer invitations. */
export const answers = {
  acceptInvitation: mutation('acceptInvitation', 'AnswerInvitationInput'),
  declineInvitation: mutation('declineInvitation', 'AnswerInvitationInput'),
  acceptClinicianInvitation: mutation('acceptClinicianInvitation', 'AnswerClinicianInvitationInput'),
  declineClinicianInvitation: mutation('declineClinicianInvitation', 'AnswerClinicianInvitationInput'),
  acceptPatientInvitation: mutation('acceptPatientInvitation', 'AcceptPatientInvitationInput'),
  endPatientInvitation: mutation('endPatientInvitation', 'ClinicInvitationInput'),
};

/** All of them. */
export const invitationOperations: readonly string[] = [invitationsQuery, ...Object.values(answers)];
