extension ASN1 {
  /// Everything that is in some bytes, read as far as it goes and not refused for what is wrong.
  ///
  /// What breaks a rule of DER is shown with the rule; where the bytes make no more sense, the
  /// walk goes on behind the enclosing value. OCTET STRING and BIT STRING are looked into if what
  /// they hold looks like DER. Depth, count and the length of each line are limited.
  public struct Dump: Equatable, Sendable {
    /// One value, or a run of bytes that is none.
    public struct Node: Equatable, Sendable {
      /// How many values it lies within.
      public let depth: Int
      /// Where it begins.
      public let start: Int
      /// How many bytes its tag and length have.
      public let headerByteCount: Int
      /// How many bytes of content are there, be it fewer than its length says.
      public internal(set) var byteCount: Int
      /// The value's tag; nil for bytes that are no value.
      public let tag: Tag?
      /// What its content says, in short; empty if its values follow.
      public internal(set) var preview: String
      /// The error that reading it threw.
      public internal(set) var problem: ASN1Error?
    }

    /// How many values are shown.
    public static let nodeLimit = 100_000
    /// How many bytes of a content, or characters of a text, are shown.
    public static let previewLimit = 32

    /// What was found, each value in front of those within it.
    public let nodes: [Node]
    /// Whether nothing was left out for there being more values than `nodeLimit`.
    public let isComplete: Bool

    /// Walks over all of the bytes.
    public init(_ bytes: Span<UInt8>, nodeLimit: Int = nodeLimit) {
      var walk = Walk(nodeLimit: nodeLimit)
      _ = walk.run(bytes.indices, depth: 0, isOpen: false, in: bytes)
      nodes = walk.nodes
      isComplete = walk.isComplete
    }

    /// The first thing that is wrong, if anything is.
    public var firstProblem: ASN1Error? {
      for node in nodes {
        if let problem = node.problem { return problem }
      }
      return nil
    }

    /// The nodes as text: offset, size of the header, size of the content, and what it is.
    public var lines: [String] {
      var lines: [String] = []
      let width = String(nodes.last?.start ?? 0).utf8.count
      for node in nodes {
        let sizes = "\(padded(node.start, to: width)) \(padded(node.headerByteCount, to: 2))"
        let indent = String(repeating: "  ", count: node.depth)
        let name = node.tag?.name ?? "unreadable"
        let content = node.preview.isEmpty ? "" : " \(node.preview)"
        let count = padded(node.byteCount, to: width)
        lines.append("\(sizes) \(count)  \(indent)\(name)\(content)")
        if let problem = node.problem { lines.append("\(indent)! \(problem)") }
      }
      if !isComplete { lines.append("! more than \(nodes.count) values") }
      return lines
    }

    private func padded(_ number: Int, to width: Int) -> String {
      let digits = String(number)
      return String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
    }
  }
}
