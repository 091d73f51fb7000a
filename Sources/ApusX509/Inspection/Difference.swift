extension X509 {
  /// A fact that differs between two certificates or two certificate chains.
  public struct Difference: Equatable, Sendable {
    /// The path of the differing fact, such as `issuer.text`, with a period between nested names.
    public let path: String
    /// The value of the fact in the first certificate, or `nil` if the first certificate does not
    /// have the fact.
    public let left: Document?
    /// The value of the fact in the second certificate, or `nil` if the second certificate does not
    /// have the fact.
    public let right: Document?

    /// Compares two certificate chains in their order, certificate by certificate.
    ///
    /// A certificate in only one of the two chains counts as one difference. If each chain has only
    /// one certificate, the paths of the differences do not contain an index.
    ///
    /// - Parameters:
    ///   - left: The first chain, beginning with its leaf certificate.
    ///   - right: The second chain, beginning with its leaf certificate.
    /// - Returns: The differences, which are empty if all certificates are the same.
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

    /// Compares two certificates.
    /// The extensions of the certificates are compared by their names, in any order.
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

    /// Returns the facts of a certificate without the certificate's DER, which would repeat all of
    /// the facts.
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

    /// Returns an extension as a fact with its name or number. The fact contains the DER only if
    /// the value is unknown.
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
