internal import ApusASN1

extension X509 {
  /// The forms of names that name constraints distinguish. IPv4 addresses and IPv6 addresses are
  /// two forms.
  ///
  /// RFC 5280 section 4.2.1.10.
  enum NameForm: Int, CaseIterable {
    case dns, ip, email, uri, directory
    // No standard defines subtrees for names of these forms.
    case other, x400, ediParty, registeredID

    init(_ subtree: Subtree) {
      self =
        switch subtree {
        case .dns: .dns
        case .ip: .ip
        case .email: .email
        case .uri: .uri
        case .directory: .directory
        case .other(let name): NameForm(name)
        }
    }

    init(_ name: GeneralName) {
      self =
        switch name {
        case .dns: .dns
        case .ipv4, .ipv6: .ip
        case .email: .email
        case .uri: .uri
        case .directory: .directory
        case .other: .other
        case .x400: .x400
        case .ediParty: .ediParty
        case .registeredID: .registeredID
        }
    }

    /// The bit of the name form in a set of name forms.
    var bit: UInt16 { 1 << UInt16(rawValue) }
  }
}

extension X509 {
  /// The name constraints of all authorities above a certificate, which the certificate's names
  /// must satisfy.
  ///
  /// If an authority permits subtrees of a name form, each name of the form must be in a permitted
  /// subtree. A name must not be in an excluded subtree. A name that cannot be compared is rejected
  /// if its form is constrained. Malformed names, malformed constraints and name forms without
  /// standard subtrees cannot be compared.
  ///
  /// Comparisons are counted, because two certificates of moderate size can require millions of
  /// comparisons. A long comparison counts as more than one comparison. Reading a name counts as a
  /// comparison too.
  ///
  /// RFC 5280 section 4.2.1.10 and 6.1.3(b) and (c).
  public struct NameScope: Sendable {
    private var layers: [Layer] = []
    /// The set of the constrained name forms.
    private var forms: UInt16 = 0

    /// Creates a scope without name constraints.
    public init() {}

    /// A Boolean value that indicates whether the scope has no name constraints.
    public var isEmpty: Bool { layers.isEmpty }

    /// Adds the name constraints of an authority to the scope.
    ///
    /// - Parameters:
    ///   - constraints: The name constraints in the authority's certificate.
    ///   - authority: The name of the authority, which errors contain.
    ///   - comparisons: The number of remaining comparisons, which the function decreases.
    public mutating func add(
      _ constraints: NameConstraints, of authority: Name, comparisons: inout Int
    ) throws(ConstraintFault) {
      try Self.spend(constraints.permitted.count + constraints.excluded.count, of: &comparisons)
      let layer = Layer(constraints, of: authority)
      forms |= layer.forms
      layers.append(layer)
    }

    /// Throws an error if the name constraints do not allow a name of a certificate.
    ///
    /// Name constraints do not apply to a self-issued certificate unless the certificate is the
    /// last certificate of its path. The caller must not pass a certificate to which the
    /// constraints do not apply.
    ///
    /// - Parameters:
    ///   - certificate: The certificate whose names are checked.
    ///   - comparisons: The number of remaining comparisons, which the function decreases.
    public func check(
      _ certificate: Certificate, comparisons: inout Int
    ) throws(ConstraintFault) {
      guard !layers.isEmpty else { return }
      let names: [GeneralName]
      do throws(X509Error) {
        names = try certificate.subjectAlternativeName?.names ?? []
      } catch {
        throw .unreadable(error)
      }
      try Self.spend(names.count, of: &comparisons)
      for name in names { try check(name, &comparisons) }
      guard forms & (NameForm.directory.bit | NameForm.email.bit) != 0 else { return }
      let subject = certificate.subject
      if !subject.isEmpty { try check(.directory(subject), &comparisons) }
      if !names.contains(where: { NameForm($0) == .email }) {
        try checkAddresses(in: subject, &comparisons)
      }
    }

    /// Checks the mail addresses in a distinguished name. Old certificates have mail addresses in
    /// their subject name.
    private func checkAddresses(
      in subject: Name, _ comparisons: inout Int
    ) throws(ConstraintFault) {
      guard let layer = layers.first(where: { $0.forms & NameForm.email.bit != 0 }) else { return }
      for attribute in subject.attributes where attribute.type == .emailAddress {
        guard let text = attribute.text, let address = try? IA5Text(text.string) else {
          throw .incomparable(.directory(subject), for: layer.authority)
        }
        try check(.email(address), &comparisons)
      }
    }

    private func check(
      _ name: GeneralName, _ comparisons: inout Int
    ) throws(ConstraintFault) {
      let form = NameForm(name)
      var bits = form.bit
      // An internationalized mail address has a name form of its own, but the constraints on mail
      // addresses also apply to it. RFC 9598 section 6.
      if case .other(let other) = name, other.type == .smtpUTF8Mailbox {
        bits |= NameForm.email.bit
      }
      guard forms & bits != 0 else { return }
      let folded = FoldedName(name)
      for layer in layers where layer.forms & bits != 0 {
        guard let folded else { throw .incomparable(name, for: layer.authority) }
        try layer.check(name, folded, form, &comparisons)
      }
    }

    static func spend(_ cost: Int, of comparisons: inout Int) throws(ConstraintFault) {
      guard comparisons >= cost else { throw .tooManyComparisons }
      comparisons -= cost
    }
  }
}

extension X509.NameScope {
  /// The name constraints of one authority.
  private struct Layer: Sendable {
    /// The subtrees of one name form. Each subtree has the same index as its normalized form.
    struct Subtrees: Sendable {
      var subtrees: [X509.Subtree] = []
      var folded: [X509.FoldedSubtree] = []
    }

    let authority: X509.Name
    /// The set of the constrained name forms.
    private(set) var forms: UInt16 = 0
    private var permitted: [Subtrees]
    private var excluded: [Subtrees]
    /// The subtrees that cannot be compared, because their base is malformed or has an unsupported
    /// form.
    private var malformed: [X509.Subtree] = []
    private var malformedForms: UInt16 = 0

    init(_ constraints: X509.NameConstraints, of authority: X509.Name) {
      self.authority = authority
      permitted = Array(repeating: Subtrees(), count: X509.NameForm.allCases.count)
      excluded = permitted
      for subtree in constraints.permitted { add(subtree, to: \.permitted) }
      for subtree in constraints.excluded { add(subtree, to: \.excluded) }
    }

    private mutating func add(
      _ subtree: X509.Subtree, to side: WritableKeyPath<Layer, [Subtrees]>
    ) {
      let form = X509.NameForm(subtree)
      forms |= form.bit
      guard let folded = X509.FoldedSubtree(subtree) else {
        if malformedForms & form.bit == 0 { malformed.append(subtree) }
        malformedForms |= form.bit
        return
      }
      self[keyPath: side][form.rawValue].subtrees.append(subtree)
      self[keyPath: side][form.rawValue].folded.append(folded)
    }

    /// Throws an error if a name is in an excluded subtree, or if its form has permitted subtrees
    /// and none contains the name.
    func check(
      _ name: X509.GeneralName, _ folded: X509.FoldedName, _ form: X509.NameForm,
      _ comparisons: inout Int
    ) throws(X509.ConstraintFault) {
      if malformedForms & form.bit != 0 {
        for subtree in malformed where X509.NameForm(subtree) == form {
          throw .malformed(subtree, of: authority)
        }
      }
      let excluded = excluded[form.rawValue]
      for index in excluded.folded.indices {
        try Self.count(excluded.folded[index], folded, &comparisons)
        if excluded.folded[index].touches(folded) {
          throw .excluded(name, by: excluded.subtrees[index], of: authority)
        }
      }
      let permitted = permitted[form.rawValue]
      guard !permitted.folded.isEmpty else { return }
      for index in permitted.folded.indices {
        try Self.count(permitted.folded[index], folded, &comparisons)
        if permitted.folded[index].contains(folded) { return }
      }
      let limit = X509.ConstraintFault.subtreeLimit
      throw .notPermitted(
        name, only: Array(permitted.subtrees.prefix(limit)),
        omittedCount: max(0, permitted.subtrees.count - limit), of: authority)
    }

    /// Counts a name comparison as 1, plus 1 for each 64 bytes that the comparison may read.
    private static func count(
      _ subtree: X509.FoldedSubtree, _ name: X509.FoldedName, _ comparisons: inout Int
    ) throws(X509.ConstraintFault) {
      let byteCount = min(subtree.bytes.count, name.bytes.count)
      try X509.NameScope.spend(1 + byteCount / 64, of: &comparisons)
    }
  }
}
