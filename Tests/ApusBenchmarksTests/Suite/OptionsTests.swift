import Testing

@testable import ApusBenchmarks

struct OptionsTests {
  @Test func `parts and options are read`() throws {
    let options = try Options(
      ["http", "--quick", "--json", "a.json", "--client", "mine=./mine --fast"],
      partNames: ["http", "tls"])
    #expect(options.parts == ["http"] && options.isQuick && options.json == "a.json")
    #expect(
      options.clients.first?.name == "mine" && options.clients.first?.command == "./mine --fast")
  }

  @Test func `all names every part`() throws {
    #expect(try Options(["all"], partNames: ["http", "tls"]).parts == ["http", "tls"])
  }

  @Test(arguments: [["htp"], ["--fast"], ["--json"], ["--client", "mine"]])
  func `an unknown or incomplete word is refused`(words: [String]) {
    #expect(throws: Options.Failure.self) { try Options(words, partNames: ["http"]) }
  }

  @Test func `each part has a name of its own`() {
    #expect(Set(Part.all.map(\.name)).count == Part.all.count)
  }

  @Test func `the parts without peers take about three minutes`() {
    let seconds = Part.all.filter { !$0.needsPeers }.map(\.seconds).reduce(0, +)
    #expect((120...240).contains(seconds))
  }
}
