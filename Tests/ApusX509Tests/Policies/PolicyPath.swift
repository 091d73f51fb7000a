import ApusX509

/// A path of certificates with policies, from the anchor downward.
struct PolicyPath {
  /// One certificate; a policy is a number, and zero is anyPolicy.
  struct Step {
    var policies: [Int]?
    var mappings: [(Int, Int)] = []
    var requireExplicit: Int?
    var inhibitMapping: Int?
    var inhibitAny: Int?
    var isSelfIssued = false

    init(_ policies: Int...) { self.policies = policies }

    init(policies: [Int]?) { self.policies = policies }

    static var silent: Step { Step(policies: nil) }

    func mapping(_ mappings: (Int, Int)...) -> Step {
      var step = self
      step.mappings = mappings
      return step
    }

    func requiring(after count: Int) -> Step {
      var step = self
      step.requireExplicit = count
      return step
    }

    func inhibitingMapping(after count: Int) -> Step {
      var step = self
      step.inhibitMapping = count
      return step
    }

    func inhibitingAny(after count: Int) -> Step {
      var step = self
      step.inhibitAny = count
      return step
    }

    var selfIssued: Step {
      var step = self
      step.isSelfIssued = true
      return step
    }

    func certificate() throws -> X509.Certificate {
      var extensions: [X509.Extension] = []
      if let policies {
        let policies = try policies.map { try X509.CertificatePolicies.Policy(PolicyPath.oid($0)) }
        extensions.append(
          X509.Extension(.certificatePolicies(try X509.CertificatePolicies(policies))))
      }
      if !mappings.isEmpty {
        let mappings = try mappings.map {
          try X509.PolicyMappings.Mapping(
            issuer: PolicyPath.oid($0.0), subject: PolicyPath.oid($0.1))
        }
        extensions.append(X509.Extension(.policyMappings(try X509.PolicyMappings(mappings))))
      }
      if requireExplicit != nil || inhibitMapping != nil {
        extensions.append(
          X509.Extension(
            .policyConstraints(
              try X509.PolicyConstraints(
                requireExplicitPolicy: requireExplicit, inhibitPolicyMapping: inhibitMapping))))
      }
      if let inhibitAny {
        extensions.append(
          X509.Extension(.inhibitAnyPolicy(try X509.InhibitAnyPolicy(after: inhibitAny))))
      }
      var content = try Sample.content(extensions)
      if isSelfIssued { content.subject = content.issuer }
      return try content.certificate(signature: Sample.signature)
    }
  }

  var steps: [Step]

  init(_ steps: Step...) { self.steps = steps }

  init(_ steps: [Step]) { self.steps = steps }

  static func oid(_ number: Int) -> OID {
    number == 0 ? .anyPolicy : OID("1.3.6.1.4.1.99999.\(number)") ?? .anyPolicy
  }

  static func inputs(
    _ acceptable: [Int] = [0], requires: Bool = false, inhibitsMapping: Bool = false,
    inhibitsAny: Bool = false
  ) -> X509.PolicyInputs {
    var inputs = X509.PolicyInputs()
    inputs.acceptable = Set(acceptable.map { oid($0) })
    inputs.requiresPolicy = requires
    inputs.inhibitsMapping = inhibitsMapping
    inputs.inhibitsAnyPolicy = inhibitsAny
    return inputs
  }

  /// Returns the graph's result for the path: the valid policies, or the fault.
  func outcome(_ inputs: X509.PolicyInputs = .init()) throws -> Outcome {
    let certificates = try steps.map { try $0.certificate() }
    var graph = X509.PolicyGraph(inputs)
    do throws(X509.PolicyFault) {
      for (index, certificate) in certificates.enumerated() {
        try graph.step(certificate, isLast: index == certificates.count - 1)
      }
      return .valid(try graph.validPolicies())
    } catch {
      return .fault(error)
    }
  }

  enum Outcome: Equatable {
    case valid(Set<OID>)
    case fault(X509.PolicyFault)

    static func policies(_ numbers: Int...) -> Outcome { .valid(Set(numbers.map { oid($0) })) }

    static func noneOf(_ numbers: Int...) -> Outcome {
      .fault(.noValidPolicy(among: numbers.map { oid($0) }))
    }
  }
}
