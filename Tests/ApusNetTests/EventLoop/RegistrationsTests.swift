import Testing

@testable import ApusNet

@Suite struct RegistrationsTests {
  @Test func `the token of a removed socket never finds a later socket`() async throws {
    let loop = try EventLoop()
    var registrations = Registrations()
    let first = Readiness(on: loop)
    let second = Readiness(on: loop)
    let token = registrations.insert(first)
    #expect(registrations[token]?.input === first.input)
    #expect(registrations.count == 1)
    registrations.remove(token)
    registrations.remove(token)
    #expect(registrations[token]?.input == nil)
    #expect(registrations.count == 0)
    let next = registrations.insert(second)
    #expect(next != token)
    #expect(registrations[next]?.input === second.input)
    #expect(registrations[token]?.input == nil)
    #expect(registrations[.max]?.input == nil)
    #expect(registrations[7]?.input == nil)
    await loop.shutdown()
  }
}
