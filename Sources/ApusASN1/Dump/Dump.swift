extension ASN1 {
  /// A listing of all DER values in some bytes, including malformed values.
  ///
  /// A value that breaks a rule of DER is listed with its error. If the bytes cannot be read any
  /// further, the walk continues after the enclosing value. The content of an OCTET STRING or BIT
  /// STRING is listed if the content looks like DER. The depth, the number of values and the length
  /// of each line are limited.
  public struct Dump: Equatable, Sendable {
    /// One DER value of a listing, or bytes that are not a value.
    public struct Node: Equatable, Sendable {
      /// The number of values that enclose the listed value.
      public let depth: Int
      /// The offset of the first byte of the listed value.
      public let start: Int
      /// The number of bytes of the value's tag and length.
      public let headerByteCount: Int
      /// The number of available bytes of the value's content, which can be fewer than the encoded
      /// length.
      public internal(set) var byteCount: Int
      /// The tag of the listed value, or `nil` for bytes that are not a value.
      public let tag: Tag?
      /// A short description of the value's content.
      /// The description is empty if the listing contains the values within the value.
      public internal(set) var preview: String
      /// The error from reading the value, or `nil` if the value is valid.
      public internal(set) var problem: ASN1Error?
    }

    /// The maximum number of listed values.
    public static let nodeLimit = 100_000
    /// The maximum number of bytes of a content, or of characters of a text, in a preview.
    public static let previewLimit = 32

    /// The listed values. Each value precedes the values within it.
    public let nodes: [Node]
    /// A Boolean value that indicates whether all values are listed.
    ///
    /// A listing is incomplete if the bytes contain more than `nodeLimit` values.
    public let isComplete: Bool

    /// Lists the DER values in all of the bytes.
    public init(_ bytes: Span<UInt8>, nodeLimit: Int = nodeLimit) {
      var walk = Walk(nodeLimit: nodeLimit)
      _ = walk.run(bytes.indices, depth: 0, isOpen: false, in: bytes)
      nodes = walk.nodes
      isComplete = walk.isComplete
    }

    /// The first error of the listing, or `nil` if all values are valid.
    public var firstProblem: ASN1Error? {
      for node in nodes {
        if let problem = node.problem { return problem }
      }
      return nil
    }

    /// The listed values as text.
    /// Each line has the offset, the size of the header, the size of the content, the tag and a
    /// preview.
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
