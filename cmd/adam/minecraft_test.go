package main

import (
	"strings"
	"testing"

	"github.com/adam-discovery/adam/interaction/minecraft"
)

// What the flags say is part of the world's name, and read from it again.
func TestMinecraftNames(t *testing.T) {
	f := minecraftFlags{version: "1.16.5", profile: "dig stone, craft stick", allowChanges: true, lived: true}
	name := f.named("minecraft:localhost:40111")
	cfg, err := minecraftConfig(strings.TrimPrefix(name, "minecraft:"))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	want := minecraft.Config{Host: "localhost", Port: 40111, Version: f.version, Profile: f.profile, AllowChanges: true, Lived: true}
	if cfg != want {
		t.Errorf("%s is read as %+v", name, cfg)
	}
	if cfg, err := minecraftConfig(strings.TrimPrefix(pictured(name), "minecraft:")); err != nil || !cfg.Pictures || cfg.Profile != want.Profile {
		t.Errorf("with pictures %s is read as %+v, %v", name, cfg, err)
	}
	if _, err := minecraftConfig(strings.TrimPrefix(pictured("minecraft:localhost"), "minecraft:")); err == nil || !strings.Contains(err.Error(), "--mc-lived") {
		t.Errorf("pictures of experiments: %v", err)
	}
	if name := pictured("crafter"); name != "crafter" {
		t.Errorf("crafter with pictures is %s", name)
	}
	if _, err := minecraftConfig("localhost?lived=maybe"); err == nil || !strings.Contains(err.Error(), "lived=true") {
		t.Errorf("lived=maybe: %v", err)
	}
}

// A game of Luanti shows pictures where one lives in it, and the world is called the same.
func TestLuantiNames(t *testing.T) {
	for _, name := range []string{"luanti:lived", "luanti:game=g,mods=a,b,lived"} {
		plain, err := luantiConfig(strings.TrimPrefix(name, "luanti:"))
		if err != nil {
			t.Fatal(err)
		}
		cfg, err := luantiConfig(strings.TrimPrefix(pictured(name), "luanti:"))
		if err != nil || !cfg.Pictures || plain.Pictures || cfg.ID() != plain.ID() {
			t.Errorf("with pictures %s is read as %+v, %v", name, cfg, err)
		}
	}
	for _, name := range []string{"luanti", "luanti:mods=a,b"} {
		if _, rest, _ := strings.Cut(pictured(name), ":"); rest == "" {
			t.Errorf("%s with pictures is %s", name, pictured(name))
		} else if _, err := luantiConfig(rest); err == nil || !strings.Contains(err.Error(), "no pictures") {
			t.Errorf("pictures of the laboratory %s: %v", name, err)
		}
	}
}
