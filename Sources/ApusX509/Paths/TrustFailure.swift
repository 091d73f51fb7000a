internal import ApusBytes

extension X509 {
  /// Why no path was believed: every path that was tried, up to a limit, the most telling first.
  public struct TrustFailure: Error, Equatable, Sendable {
    /// How many of the paths that were tried are kept.
    public static let pathLimit = 32

    /// A path that was tried, and where it failed.
    public struct Path: Equatable, Sendable {
      /// The place in a path that a fault is about.
      public enum Place: Hashable, Sendable {
        /// A certificate, counted from the leaf.
        case certificate(Int)
        /// The anchor.
        case anchor
      }

      /// The certificates from the leaf upward, as far as the path went.
      public let certificates: [Certificate]
      /// The anchor, where the path came to one.
      public let anchor: Anchor?
      /// The rule that failed.
      public let fault: Fault
      /// What it failed on.
      public let place: Place
    }

    /// The paths, at least one, the most telling first.
    public let paths: [Path]
    /// How many more were tried.
    public let omittedPathCount: Int

    /// The fault of the path that says most.
    public var fault: Fault { paths[0].fault }

    /// That of a leaf alone.
    init(_ leaf: Certificate, _ anchor: Anchor?, _ fault: Fault) {
      paths = [
        Path(certificates: [leaf], anchor: anchor, fault: fault, place: .certificate(0))
      ]
      omittedPathCount = 0
    }

    /// Those of a search, of which there must be one.
    init(_ first: Path, _ rest: [Path], omittedPathCount: Int) {
      // What got further says more; of paths that got equally far, the first is the likeliest.
      paths = ([first] + rest).enumerated().sorted { left, right in
        (left.element.rank, left.offset) < (right.element.rank, right.offset)
      }.map(\.element)
      self.omittedPathCount = omittedPathCount
    }
  }
}

extension X509.TrustFailure.Path {
  /// The certificate that the fault is about; nil where it is an anchor that is a bare key.
  public var culprit: X509.Certificate? {
    switch place {
    case .certificate(let index): certificates[index]
    case .anchor: anchor?.certificate
    }
  }

  /// Where the path stands among others: what ended the search, paths to anchors, then others.
  fileprivate var rank: Int {
    if case .exhausted = fault { return 0 }
    if anchor != nil, place == .anchor || fault != .wrongSignature { return 1 }
    if fault == .wrongSignature { return 3 }
    return 2
  }
}

extension X509.TrustFailure: CustomStringConvertible {
  /// The most telling path in a line, and how many others there were.
  public var description: String {
    let others = paths.count - 1 + omittedPathCount
    return "\(paths[0])" + (others > 0 ? " (\(others) more paths were tried)" : "")
  }

  /// Every path in lines of its own: what was tried, what failed, where the rule stands, a hint;
  /// cut at `X509.explanationByteLimit` bytes.
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
  /// What failed on what, by which rule.
  public var description: String {
    let what =
      switch place {
      case .anchor: "the anchor \"\(anchor?.name ?? X509.Name())\""
      case .certificate(let index):
        "the certificate of \"\(certificates[index].subject)\""
      }
    return ForeignText.bounded("\(what): \(fault) (\(fault.section))")
  }
}

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
