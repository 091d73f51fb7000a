extension X509 {
  /// The paths that came to nothing, as numbers of certificates; so many are kept, all are counted.
  struct Failures {
    private var kept: [Failure] = []
    private var count = 0

    private struct Failure {
      let numbers: [Int]
      let anchor: Anchor?
      let fault: Fault
      let place: TrustFailure.Path.Place
    }

    mutating func add(
      _ numbers: [Int], _ anchor: Anchor?, _ fault: Fault, _ place: TrustFailure.Path.Place
    ) {
      count += 1
      guard kept.count < TrustFailure.pathLimit else { return }
      kept.append(Failure(numbers: numbers, anchor: anchor, fault: fault, place: place))
    }

    /// The paths with their certificates, and how many are left out.
    func paths(
      of certificates: [Certificate]
    ) -> (paths: [TrustFailure.Path], omittedCount: Int) {
      let paths = kept.map { failure in
        TrustFailure.Path(
          certificates: failure.numbers.map { certificates[$0] }, anchor: failure.anchor,
          fault: failure.fault, place: failure.place)
      }
      return (paths, count - kept.count)
    }
  }

  /// A search that has used up one of its budgets.
  struct Exhausted: Error {
    let fault: Fault

    init(_ kind: Budgets.Kind, _ budgets: Budgets) {
      fault = .exhausted(kind, limit: budgets[kind])
    }

    /// What a path failed by, if it failed because a budget of the whole search is used up.
    init?(_ failure: PathJudge.Failure) {
      guard case .exhausted = failure.fault else { return nil }
      fault = failure.fault
    }
  }
}
