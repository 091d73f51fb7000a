import ApusASN1

/// A text dump of a DER file, which hides the values of private keys.
struct RedactedDump {
  let dump: ASN1.Dump
  /// The indices of the ASN.1 nodes whose content the dump hides.
  let secrets: Set<Int>

  init(_ dump: ASN1.Dump, _ secrets: Set<Int>) {
    (self.dump, self.secrets) = (dump, secrets)
  }

  /// Returns the visible part of an ASN.1 node's content.
  func preview(of index: Int) -> String {
    secrets.contains(index) ? "<secret>" : dump.nodes[index].preview
  }

  /// The lines of the dump. Each ASN.1 node and each error has one line.
  var lines: [String] {
    guard !secrets.isEmpty else { return dump.lines }
    var lines = dump.lines
    var line = 0
    for (index, node) in dump.nodes.enumerated() where line < lines.count {
      if secrets.contains(index) {
        // The preview of the content is always at the end of the dump line.
        let kept = lines[line].utf8.count - node.preview.utf8.count
        let head = lines[line].utf8.prefix(kept)
        lines[line] = String(decoding: head, as: UTF8.self) + "<secret>"
      }
      line += node.problem == nil ? 1 : 2
    }
    return lines
  }
}

/// The ASN.1 nodes of a private key, which is recognized by its PEM label or its form.
///
///     PKCS #8    SEQUENCE { INTEGER, SEQUENCE { OBJECT IDENTIFIER … }, OCTET STRING …
///     SEC 1      SEQUENCE { INTEGER, OCTET STRING …
///     PKCS #1    SEQUENCE { INTEGER 0, and five or more INTEGER
///
/// RFC 5958 section 2, RFC 5915 section 3, RFC 8017 appendix A.1.2. A DSA key has the form of PKCS
/// #1 too. The public numbers next to the secret numbers also count as secret.
struct SecretNodes {
  private(set) var indices: Set<Int> = []

  init(in dump: ASN1.Dump, isAllSecret: Bool) {
    let nodes = dump.nodes
    if isAllSecret { hide(nodes.indices, of: nodes) }
    for (index, node) in nodes.enumerated() where node.tag == .sequence {
      let children = Self.children(of: index, in: nodes)
      guard Self.isPrivateKey(children, nodes) else { continue }
      let end = nodes[(index + 1)...].firstIndex { $0.depth <= node.depth } ?? nodes.endIndex
      hide(index + 1..<end, of: nodes)
    }
  }

  /// Returns the first children of an ASN.1 node, as many as the forms of private keys need.
  private static func children(of index: Int, in nodes: [ASN1.Dump.Node]) -> [Int] {
    var children: [Int] = []
    for child in nodes.indices[(index + 1)...] {
      guard nodes[child].depth > nodes[index].depth, children.count < 6 else { break }
      if nodes[child].depth == nodes[index].depth + 1 { children.append(child) }
    }
    return children
  }

  private static func isPrivateKey(_ children: [Int], _ nodes: [ASN1.Dump.Node]) -> Bool {
    guard let version = children.first, nodes[version].tag == .integer,
      nodes[version].byteCount <= 1
    else { return false }
    let rest = children.dropFirst()
    let tags = rest.map { nodes[$0].tag }
    if tags.first == .octetString { return true }
    if tags.count == 5, tags.allSatisfy({ $0 == .integer }) { return true }
    guard tags.count >= 2, tags[0] == .sequence, tags[1] == .octetString, let first = rest.first
    else { return false }
    return first + 1 < nodes.count && nodes[first + 1].tag == .objectIdentifier
  }

  /// Hides each ASN.1 value that may be a number or bytes of the private key. Version numbers and
  /// algorithm names remain visible.
  private mutating func hide(_ range: Range<Int>, of nodes: [ASN1.Dump.Node]) {
    for index in range where !nodes[index].preview.isEmpty {
      let node = nodes[index]
      let isVersion = node.tag == .integer && ["0", "1"].contains(node.preview)
      let holdsOthers = node.preview == "holding"
      guard !isVersion, !holdsOthers, node.tag != .objectIdentifier, node.tag != .null else {
        continue
      }
      indices.insert(index)
    }
  }
}
