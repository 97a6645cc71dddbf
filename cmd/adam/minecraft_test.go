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
