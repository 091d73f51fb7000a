import ApusNet
import Testing

/// Tests of the rules: each one finds its own breaches, and no others.
struct RuleTests {
  static let rules: [any Rule] = [
    ImportDirection(), ForeignImports(), OneImport(), UncheckedSendable(), Traps(), UnsafeCode(),
    UnicodeText(), Citations(), Documentation(), PublicNames(), Naming(), FileNames(), FileLength(),
    FunctionLength(), LineLength(), Unfinished(), MachinePaths(), TopLevel(),
    Declassified(), Sleeping(), FolderDirection(), SharedNames(), PlainEnglish(),
    Deletions(), PlatformConditions(), SettingDefaults(),
  ]

  @Test(arguments: rules.map(\.name))
  func `each fixture file of a house rule violates only this rule`(name: String) throws {
    let plan = try House.here.get().floors
    let house = try House(at: House.root + "/Fixtures/house/" + name, plan: plan)
    for rule in Self.rules {
      let broken = Set(rule.breaches(in: house).map(\.path))
      let expected = rule.name == name ? Set(house.files.map(\.path)) : []
      #expect(broken == expected, "\(rule.name)")
    }
  }

  @Test func `every house rule has a fixture, and every fixture has a house rule`() throws {
    let folders = try Files.names(in: House.root + "/Fixtures/house")
    #expect(folders == Self.rules.map(\.name).sorted())
  }
}
