package io.paidonce.testkit.contract.specimen;

/** What stores of this kind get wrong, and the test that must notice it. */
public enum Fault {
  NONE(""),
  CHECK_THEN_ACT("ofManyAtOneInstantOneOwnsTheKey"),
  RELEASE_BY_KEY_ONLY("aLateOwnerReleasesNothingOfItsSuccessors"),
  COMPLETE_WITHOUT_FENCE("aLateOwnerCompletesNothingOfItsSuccessors"),
  LEASE_IS_RETENTION("anEndedLeaseIsTakenOverWithAHigherFence"),
  RESULT_FAILURE_UNCLAIMS("anOutcomeThatIsTooLargeIsRefusedAndTheClaimStays"),
  DIGEST_DROPPED_ON_COMPLETION("anotherRequestIsRefusedInProgressCompletedAndLate"),
  CLIENT_CLOCK("aClientsWrongClockChangesNothing"),
  NULL_KEY_ALLOWED("noRequestClaimsNothing"),
  PRIMARY_KEY_ONLY("setsThatOverlapAreNeverOwnedAtOnce"),
  SILENCE_IS_CONSENT("everyStepSaysThatTheStoreIsSilentAndGoesOnAfterwards");

  private final String noticedBy;

  Fault(String noticedBy) {
    this.noticedBy = noticedBy;
  }

  /** Name of the test. */
  public String noticedBy() {
    return noticedBy;
  }
}
