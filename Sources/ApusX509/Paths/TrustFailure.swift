internal import ApusBytes

extension X509 {
  /// The reason no certificate path is trusted:
  /// a limited number of failed paths, beginning with the most informative path.
  public struct TrustFailure: Error, Equatable, Sendable {
    /// The maximum number of failed paths in an error.
    public static let pathLimit = 32

    /// A failed certificate path, and the position of the fault in the path.
    public struct Path: Equatable, Sendable {
      /// The position of a fault in a certificate path.
      public enum Place: Hashable, Sendable {
        /// A certificate of the path, counted from the leaf.
        case certificate(Int)
        /// The trust anchor of the path.
        case anchor
      }

      /// The certificates of the path, from the leaf upward.
      public let certificates: [Certificate]
      /// The trust anchor of the path, or `nil` if the path did not reach a trust anchor.
      public let anchor: Anchor?
      /// The fault of the path, which contains the violated rule.
      public let fault: Fault
      /// The position of the fault in the certificate path.
      public let place: Place
    }

    /// The failed paths, beginning with the most informative path.
    /// A trust failure has at least one failed path.
    public let paths: [Path]
    /// The number of failed paths that the error does not contain.
    public let omittedPathCount: Int

    /// The fault of the most informative failed path.
    public var fault: Fault { paths[0].fault }

    /// Creates the failure of a single certificate path.
    init(_ leaf: Certificate, _ anchor: Anchor?, _ fault: Fault) {
      paths = [
        Path(certificates: [leaf], anchor: anchor, fault: fault, place: .certificate(0))
      ]
      omittedPathCount = 0
    }

    /// Creates the failure of a path search from at least one failed path.
    init(_ first: Path, _ rest: [Path], omittedPathCount: Int) {
      // A longer path is more informative than a shorter path. Among equally long paths, the first
      // path is the most likely.
      paths = ([first] + rest).enumerated().sorted { left, right in
        (left.element.rank, left.offset) < (right.element.rank, right.offset)
      }.map(\.element)
      self.omittedPathCount = omittedPathCount
    }
  }
}

extension X509.TrustFailure.Path {
  /// The certificate with the fault, or `nil` if the fault is in a trust anchor without a
  /// certificate.
  public var culprit: X509.Certificate? {
    switch place {
    case .certificate(let index): certificates[index]
    case .anchor: anchor?.certificate
    }
  }

  /// The sort rank of the failed path. A failure that ended the search comes first, paths to trust
  /// anchors come next, and other paths come last.
  fileprivate var rank: Int {
    if case .exhausted = fault { return 0 }
    if anchor != nil, place == .anchor || fault != .wrongSignature { return 1 }
    if fault == .wrongSignature { return 3 }
    return 2
  }
}

extension X509.TrustFailure: CustomStringConvertible {
  /// The most informative failed path in one line, and the number of the other paths.
  public var description: String {
    let others = paths.count - 1 + omittedPathCount
    return "\(paths[0])" + (others > 0 ? " (\(others) more certificate paths were tried)" : "")
  }

  /// Every failed path in several lines, limited to `X509.explanationByteLimit` bytes.
  ///
  /// The lines contain the certificates of each path, the fault, the section of the standard and a
  /// hint.
  public var explanation: String {
    var lines: [String] = []
    var byteCount = 0
    for (index, path) in paths.enumerated() where byteCount <= X509.explanationByteLimit {
      lines.append("path \(index + 1) of \(paths.count + omittedPathCount):")
      for certificate in path.certificates { lines.append("  \(certificate)") }
      if let anchor = path.anchor { lines.append("  anchor: \(anchor)") }
      lines.append("  \(path)")
      if let hint = path.fault.hint { lines.append("  hint: \(hint)") }
      byteCount = lines.reduce(0) { $0 + $1.utf8.count }
    }
    return ForeignText.bounded(lines.joined(separator: "\n"))
  }
}

extension X509.TrustFailure.Path: CustomStringConvertible {
  /// The position of the fault, the fault, and the section of the standard.
  public var description: String {
    let what =
      switch place {
      case .anchor: "the trust anchor \"\(anchor?.name ?? X509.Name())\""
      case .certificate(let index):
        "the certificate of \"\(certificates[index].subject)\""
      }
    return ForeignText.bounded("\(what): \(fault) (\(fault.section))")
  }
}

extension X509 {
  /// The failed paths of a search, stored as certificate numbers. The number of stored paths is
  /// limited, and all failed paths are counted.
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

    /// Returns the failed paths with their certificates, and the number of omitted paths.
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

  /// The error of a path search that has used up one of its budgets.
  struct Exhausted: Error {
    let fault: Fault

    init(_ kind: Budgets.Kind, _ budgets: Budgets) {
      fault = .exhausted(kind, limit: budgets[kind])
    }

    /// Creates the error from a path failure, or returns `nil` if a budget of the complete search
    /// did not cause the failure.
    init?(_ failure: PathJudge.Failure) {
      guard case .exhausted = failure.fault else { return nil }
      fault = failure.fault
    }
  }
}
