import { clinicRouteExpectations } from './clinic-expectations';
import type { Expected } from './expectation';

/** Every route, by its first path. */
export const routeExpectations: Readonly<Record<string, Expected>> = {
  // Accounts and sessions
  'POST /auth/user': 'anyone',
  'GET /auth/user': 'anyCaller',
  'GET /auth/user/{userId}': 'managers',
  'PUT /auth/user': { who: 'anyUser', body: { updates: {} } },
  'POST /auth/login': 'anyone',
  'GET /auth/login': 'anyCaller',
  'POST /auth/logout': 'anyone',
  'GET /auth/token': 'anyCaller',
  'GET /auth/token/{token}': 'trustedServer',
  'GET /auth/users': 'trustedServer',
  'DELETE /auth/user/{userId}/sessions': { who: 'trustedServer', with: { userId: '@friend' } },
  'POST /auth/serverlogin': 'anyone',
  'POST /auth/user/{custodianId}/user': 'ownerOrServer',
  'DELETE /auth/user/{userId}': { who: 'custodianOrServer', with: { userId: '@custodialId' } },
  'POST /v1/clinics/{clinicId}/users': 'trustedServer',

  // Sharing
  'GET /access/groups/{userId}': 'managers',
  'GET /access/{sharerId}': 'managers',
  'GET /access/{sharerId}/{userId}': { who: 'managers', with: { userId: '@friend' } },
  'POST /access/{sharerId}/{userId}': { who: 'managers', with: { userId: '@friend' }, body: { view: {} } },

  // Summaries
  'GET /v1/summaries/{summaryType}/{userId}': { who: 'viewers', with: { summaryType: 'cgm' } },
  'POST /v1/summaries/{summaryType}/{userId}': { who: 'viewers', with: { summaryType: 'cgm' } },
  'GET /v1/users/{userId}/glucose_profile': 'viewers',
  'GET /v1/summaries/outdated/{summaryType}': { who: 'trustedServer', with: { summaryType: 'cgm' } },
  'GET /v1/summaries/migratable/{summaryType}': { who: 'trustedServer', with: { summaryType: 'cgm' } },

  // Metadata
  'GET /metadata/collections': 'anyCaller',
  'GET /metadata/{userId}/{collectionName}': [
    { who: 'related', with: { collectionName: 'profile' } },
    { who: 'holders', with: { collectionName: 'settings' } },
    { who: 'holders', with: { collectionName: 'preferences' } },
  ],
  'POST /metadata/{userId}/{collectionName}': {
    who: 'managers',
    with: { collectionName: 'profile' },
    body: {},
  },
  'PUT /metadata/{userId}/{collectionName}': {
    who: 'managers',
    with: { collectionName: 'profile' },
    body: {},
  },
  'DELETE /metadata/{userId}/{collectionName}': { who: 'managers', with: { collectionName: 'profile' } },
  'GET /metadata/{userId}/private/{fieldName}': 'trustedServer',
  'DELETE /metadata/{userId}/private/{fieldName}': 'trustedServer',
  'GET /metadata/users/{userId}/users': 'managers',

  // Confirmations and invitations
  'POST /confirm/send/signup/{userId}': 'managers',
  'POST /confirm/signup/{userId}': 'managers',
  'GET /confirm/signup/{userId}': 'managers',
  'PUT /confirm/accept/signup/{key}': 'anyone',
  'POST /confirm/resend/signup/{email}': 'anyone',
  'PUT /confirm/dismiss/signup/{userId}': 'anyone',
  'PUT /confirm/signup/{userId}': 'anyone',
  'POST /confirm/forgot/{email}': 'anyone',
  'PUT /confirm/accept/forgot': 'anyone',
  'POST /confirm/send/invite/{userId}': 'managers',
  'PATCH /confirm/resend/invite/{key}': { who: 'managers', with: { key: '@invitationKey' } },
  'GET /confirm/invite/{userId}': 'managers',
  'GET /confirm/invitations/{userId}': 'ownerOrServer',
  'PUT /confirm/accept/invite/{userId}/{invitedBy}': 'ownerOrServer',
  'PUT /confirm/dismiss/invite/{userId}/{invitedBy}': 'ownerOrServer',
  'PUT /confirm/{userId}/invited/{email}': 'managers',

  // Prescriptions
  'GET /v1/clinics/{clinicId}/prescriptions': 'colleaguesOrServer',
  'POST /v1/clinics/{clinicId}/prescriptions': [
    { who: 'colleagues', body: { state: 'draft' } },
    { who: 'noneOfThese', body: { state: 'submitted' } },
  ],
  'GET /v1/clinics/{clinicId}/prescriptions/{prescriptionId}': 'colleaguesOrServer',
  'POST /v1/clinics/{clinicId}/prescriptions/{prescriptionId}/revisions': [
    { who: 'colleagues', body: { state: 'draft' } },
    { who: 'noneOfThese', body: { state: 'submitted' } },
  ],
  'DELETE /v1/clinics/{clinicId}/prescriptions/{prescriptionId}': 'colleagues',
  'POST /v1/patients/{userId}/prescriptions': { who: 'owner', body: {} },
  'GET /v1/patients/{userId}/prescriptions': 'ownerOrServer',
  'GET /v1/patients/{userId}/prescriptions/{prescriptionId}': 'ownerOrServer',
  'PATCH /v1/patients/{userId}/prescriptions/{prescriptionId}': { who: 'owner', body: {} },
  'GET /v1/devices/pumps': 'anyCaller',
  'GET /v1/devices/pumps/{id}': 'anyCaller',
  'GET /v1/devices/cgms': 'anyCaller',
  'GET /v1/devices/cgms/{id}': 'anyCaller',

  // Alerts
  'GET /v1/users/{userId}/followers/{followerUserId}/alerts': {
    who: 'followers',
    with: { followerUserId: '@self' },
  },
  'POST /v1/users/{userId}/followers/{followerUserId}/alerts': {
    who: 'followers',
    with: { followerUserId: '@self' },
    body: { notLooping: {} },
  },
  'DELETE /v1/users/{userId}/followers/{followerUserId}/alerts': {
    who: 'followers',
    with: { followerUserId: '@self' },
  },
  'GET /v1/users/{userId}/followers/alerts': 'trustedServer',
  'GET /v1/overdue_communications': 'trustedServer',

  // Data
  'POST /v1/users/{userId}/datasets': 'uploaders',
  'GET /v1/users/{userId}/datasets': 'viewers',
  'GET /v1/users/{userId}/data_sets': 'viewersUploadersAndManagers',
  'GET /v1/data_sets/{dataSetId}': 'viewersUploadersAndManagers',
  'GET /v1/datasets/{dataSetId}': 'viewersUploadersAndManagers',
  'PUT /v1/datasets/{dataSetId}': 'uploaders',
  'DELETE /v1/datasets/{dataSetId}': 'managers',
  'POST /v1/datasets/{dataSetId}/data': 'uploaders',
  'DELETE /v1/datasets/{dataSetId}/data': 'uploaders',
  'GET /data/{userId}': 'viewers',
  'POST /data/{userId}': 'uploaders',
  'DELETE /v1/users/{userId}/data': 'trustedServer',

  // Data sources and the providers behind them
  'GET /v1/users/{userId}/data_sources': 'ownerOrServer',
  'POST /v1/users/{userId}/data_sources': 'trustedServer',
  'DELETE /v1/users/{userId}/data_sources': 'trustedServer',
  'GET /v1/data_sources/{dataSourceId}': 'ownerOrServer',
  'PUT /v1/data_sources/{dataSourceId}': 'trustedServer',
  'DELETE /v1/data_sources/{dataSourceId}': 'trustedServer',
  'POST /v1/partners/twiist/data/{linkId}': 'trustedServer',
  'GET /v1/provider_sessions/{sessionId}/data_source': 'trustedServer',
  'GET /v1/users/{userId}/provider_sessions': 'trustedServer',
  'POST /v1/users/{userId}/provider_sessions': 'trustedServer',
  'DELETE /v1/users/{userId}/provider_sessions': 'trustedServer',
  'GET /v1/provider_sessions': 'trustedServer',
  'POST /v1/provider_sessions': 'trustedServer',
  'DELETE /v1/provider_sessions': 'trustedServer',
  'GET /v1/provider_sessions/{sessionId}': 'trustedServer',
  'PUT /v1/provider_sessions/{sessionId}': 'trustedServer',
  'DELETE /v1/provider_sessions/{sessionId}': 'trustedServer',
  'GET /v1/oauth/{providerName}/authorize': 'noneOfThese',
  'GET /v1/oauth/{providerName}/redirect': { who: 'noneOfThese', with: { providerName: 'test-provider' } },
  'DELETE /v1/oauth/{providerName}/authorize': 'anyUser',
  'DELETE /v1/users/{userId}/oauth/{providerName}/authorize': 'trustedServer',

  // Tasks
  'GET /v1/tasks': 'trustedServer',
  'POST /v1/tasks': 'trustedServer',
  'GET /v1/tasks/{taskId}': 'trustedServer',
  'PUT /v1/tasks/{taskId}': 'trustedServer',
  'DELETE /v1/tasks/{taskId}': 'trustedServer',

  // Exports
  'GET /export/{userId}': 'viewers',
  'GET /v1/exports/{exportId}': { who: 'owner', with: { exportId: '@exportId' } },

  // Blobs and device logs
  'GET /v1/users/{userId}/blobs': 'viewersUploadersAndManagers',
  'POST /v1/users/{userId}/blobs': 'uploaders',
  'DELETE /v1/users/{userId}/blobs': 'managers',
  'GET /v1/blobs/{blobId}': 'viewersUploadersAndManagers',
  'DELETE /v1/blobs/{blobId}': 'uploadersAndManagers',
  'GET /v1/blobs/{blobId}/content': 'viewersUploadersAndManagers',
  'PUT /v1/blobs/{blobId}/content': 'uploaders',
  'POST /v1/users/{userId}/device_logs': 'uploadersAndManagers',
  'GET /v1/users/{userId}/device_logs': 'holders',
  'GET /v1/device_logs/{id}': { who: 'holders', with: { id: '@deviceLogId' } },
  'GET /v1/device_logs/{id}/content': { who: 'holders', with: { id: '@deviceLogId' } },

  // Messages
  'GET /message/all/{userId}': 'noteKeepers',
  'GET /message/notes/{userId}': 'noteKeepers',
  'POST /message/send/{userId}': 'noteKeepers',
  'POST /message/reply/{messageId}': 'noteKeepers',
  'GET /message/read/{messageId}': 'noteKeepers',
  'GET /message/thread/{messageId}': 'noteKeepers',
  'PUT /message/edit/{messageId}': 'noteKeepers',
  'DELETE /message/remove/{messageId}': 'noteKeepers',
  // Clinics and their patients
  ...clinicRouteExpectations,

  // Phones
  'POST /v1/attestations/challenges': 'anyUser',
  'POST /v1/attestations/verifications': 'anyUser',
  'POST /v1/assertions/challenges': 'anyUser',
  'POST /v1/assertions/verifications': 'anyUser',
  'GET /v1/device_check/verify': 'anyUser',
  'POST /v1/device_check/verify': 'anyUser',
  'GET /v1/users/{userId}/device_tokens': 'ownerOrServer',
  'POST /v1/users/{userId}/device_tokens': 'owner',
  'GET /v1/web_push/key': 'anyUser',
  'GET /v1/users/{userId}/web_push_subscriptions': 'ownerOrServer',
  'POST /v1/users/{userId}/web_push_subscriptions': 'owner',
  'DELETE /v1/users/{userId}/web_push_subscriptions/{id}': 'owner',

  // Consents
  'GET /v1/consents': 'anyCaller',
  'GET /v1/consents/{type}': 'anyCaller',
  'GET /v1/consents/{type}/versions': 'anyCaller',
  'GET /v1/users/{userId}/consents': 'ownerOrServer',
  'POST /v1/users/{userId}/consents': 'owner',
  'GET /v1/users/{userId}/consents/{recordId}': 'ownerOrServer',
  'PATCH /v1/users/{userId}/consents/{recordId}': 'owner',
  'DELETE /v1/users/{userId}/consents/{recordId}': 'owner',

  // Restricted tokens
  'POST /v1/users/{userId}/restricted_tokens': 'ownerOrServer',
  'GET /v1/users/{userId}/restricted_tokens': 'trustedServer',
  'DELETE /v1/users/{userId}/restricted_tokens': 'trustedServer',
  'GET /v1/restricted_tokens/{tokenId}': 'trustedServer',
  'PUT /v1/restricted_tokens/{tokenId}': 'trustedServer',
  'DELETE /v1/restricted_tokens/{tokenId}': 'ownerOrServer',

  // Metrics and the service itself
  'GET /metrics/user/{userId}/{eventName+}': 'anyone',
  'GET /metrics/thisuser/{eventName+}': 'anyUser',
  'GET /metrics/server/{serverName}/{eventName+}': 'trustedServer',
  'GET /info': 'anyone',
  'GET /v1/time': 'anyone',
};
