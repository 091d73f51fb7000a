extension X509 {
  /// A fact that differs between two certificates or two chains.
  public struct Difference: Equatable, Sendable {
    /// The name of the fact, with a period before each nested name, such as `issuer.text`.
    public let path: String
    /// The value of the first; nil if it does not have the fact.
    public let left: Document?
    /// The value of the second; nil if it does not have the fact.
    public let right: Document?

    /// Compares two chains in their order, certificate by certificate.
    ///
    /// A certificate that one of them lacks is one difference. If both have one certificate, the
    /// paths are those of that certificate.
    ///
    /// - Parameters:
    ///   - left: The first chain, its leaf first.
    ///   - right: The second chain, its leaf first.
    /// - Returns: The differences; empty if all certificates are the same.
    public static func all(
      between left: [Certificate], and right: [Certificate]
    ) -> [Difference] {
      if left.count == 1, right.count == 1 { return all(between: left[0], and: right[0]) }
      return (0..<max(left.count, right.count)).flatMap { index -> [Difference] in
        let path = "certificates[\(index)]"
        guard index < left.count, index < right.count else {
          let only = [left, right].map { chain -> Document? in
            index < chain.count ? .text("\(chain[index].subject)") : nil
          }
          return [Difference(path: path, left: only[0], right: only[1])]
        }
        return all(between: left[index], and: right[index]).map { one in
          Difference(path: "\(path).\(one.path)", left: one.left, right: one.right)
        }
      }
    }

    /// Compares two certificates. Extensions are compared by their names, in any order.
    ///
    /// - Parameters:
    ///   - left: The first certificate.
    ///   - right: The second certificate.
    /// - Returns: The differences, in the order of the facts.
    public static func all(between left: Certificate, and right: Certificate) -> [Difference] {
      let (left, right) = (facts(of: left), facts(of: right))
      let values = Dictionary(right, uniquingKeysWith: { first, _ in first })
      let known = Set(left.map(\.0))
      let changed = left.compactMap { path, value -> Difference? in
        let other = values[path]
        return other == value ? nil : Difference(path: path, left: value, right: other)
      }
      let added = right.filter { !known.contains($0.0) }
        .map { Difference(path: $0.0, left: nil, right: $0.1) }
      return changed + added
    }

    /// Returns the facts of a certificate, without its DER, which repeats all of them.
    private static func facts(of certificate: Certificate) -> [(String, Document)] {
      guard case .members(let members) = Inspection(certificate).document else { return [] }
      let kept = members.map { member -> Document.Member in
        guard member.name == "extensions", case .list(let values) = member.value else {
          return member
        }
        return Document.Member("extensions", .members(values.map(named)))
      }.filter { $0.name != "der" && $0.name != "schema" }
      return Document.members(kept).leaves.map { ($0.path, $0.value) }
    }

    /// Returns an extension under its name or number, with its DER only if its value is unknown.
    private static func named(_ value: Document) -> Document.Member {
      guard case .members(let members) = value, case .text(let oid)? = value["oid"] else {
        return Document.Member("", value)
      }
      let isDecoded = value["value"] != nil
      let kept = members.filter {
        $0.name != "oid" && $0.name != "name" && !(isDecoded && $0.name == "der")
      }
      guard case .text(let name)? = value["name"] else {
        return Document.Member(oid, .members(kept))
      }
      return Document.Member(name, .members(kept))
    }
  }
}
