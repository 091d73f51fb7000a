extension ASN1 {
  /// A listing of all values in some bytes, which includes malformed values.
  ///
  /// A value that breaks a rule of DER is listed with the error. If the bytes cannot be read any
  /// further, the walk continues after the enclosing value. The content of an OCTET STRING or BIT
  /// STRING is listed if it looks like DER. Depth, count and the length of each line are limited.
  public struct Dump: Equatable, Sendable {
    /// One value, or bytes that are not a value.
    public struct Node: Equatable, Sendable {
      /// The number of enclosing values.
      public let depth: Int
      /// The offset of the first byte.
      public let start: Int
      /// The number of bytes of the tag and the length.
      public let headerByteCount: Int
      /// The number of available bytes of content, which can be fewer than the length.
      public internal(set) var byteCount: Int
      /// The value's tag; nil for bytes that are not a value.
      public let tag: Tag?
      /// A short description of the content; empty if further values follow.
      public internal(set) var preview: String
      /// The error from reading the value.
      public internal(set) var problem: ASN1Error?
    }

    /// The largest number of listed values.
    public static let nodeLimit = 100_000
    /// The largest number of shown bytes of a content, or characters of a text.
    public static let previewLimit = 32

    /// The values, each before the values within it.
    public let nodes: [Node]
    /// A Boolean value that indicates whether all values are listed.
    ///
    /// It is false if there are more than `nodeLimit`.
    public let isComplete: Bool

    /// Lists the values in all of the bytes.
    public init(_ bytes: Span<UInt8>, nodeLimit: Int = nodeLimit) {
      var walk = Walk(nodeLimit: nodeLimit)
      _ = walk.run(bytes.indices, depth: 0, isOpen: false, in: bytes)
      nodes = walk.nodes
      isComplete = walk.isComplete
    }

    /// The first error, if there is one.
    public var firstProblem: ASN1Error? {
      for node in nodes {
        if let problem = node.problem { return problem }
      }
      return nil
    }

    /// The nodes as text: offset, size of the header, size of the content, tag and preview.
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
